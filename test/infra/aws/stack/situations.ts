import { setImmediate } from "node:timers/promises";
import type { MetricName } from "../../../../infra/aws/metrics.ts";
import { createLastGoodCopy } from "../../../../shared/aws/last-good-copy.ts";
import { ConfigurationError } from "../../../../shared/configuration-error.ts";
import { dayMs, hourMs, minuteMs } from "../../../../shared/durations.ts";
import type { InProcess } from "../../../environments/in-process.ts";
import { endPartFailures } from "../../../environments/in-process/part-failures.ts";
import { hireOf } from "../../../fixtures/hire.ts";
import { delayNotices, loseNotices } from "./notice-situations.ts";

/**
 * A situation for which there is an alarm, with the log that the real code writes. Each situation has its own day and
 * its own employees. The limits of the environment let one employee leave on each day.
 */
export type Situation = (environment: InProcess) => Promise<unknown>;

const hire = ({ sendAndWait }: InProcess, employeeId: string) =>
  sendAndWait("employee.hired", hireOf(employeeId));
const setStatus = ({ sendAndWait }: InProcess, employeeId: string) =>
  sendAndWait("status.set", { employeeId, text: "Busy" });

/** An operation is accepted, and no execution of it ever begins. After a day, it needs attention. */
export async function neverRun(environment: InProcess): Promise<void> {
  const { store, nowMs, partFailures, advanceTime, dispatchDue } = environment;
  await store.operations.accept({
    id: `never-ran-${nowMs()}`,
    type: "employee.hired",
    caller: "hr",
    employeeId: `N-${nowMs()}`,
    fingerprint: "f",
    eventAtMs: nowMs(),
  });
  partFailures.workflowStart = () => true;
  for (let hours = 0; hours < 30; hours += 5) {
    advanceTime(5 * hourMs);
    // It throws because of the operation that it cannot start.
    await dispatchDue().catch(() => undefined);
  }
  endPartFailures(partFailures);
}

/** One situation for each metric that an alarm watches, by the name of the metric. */
export const situations: Partial<Record<MetricName, Situation>> = {
  NeedsAttention: neverRun,
  /** Executions whose input names no operation, so that they end outside a step. */
  async Crashed({ engine }) {
    for (const name of ["one", "two", "three"]) {
      const broken = { functionName: "employment", name, payload: "{}" };
      await engine.settled(engine.start(broken).arn);
    }
  },
  async OverdueSeconds({ sendAndWait, nowMs, advanceTime, runScheduler }) {
    const startDate = new Date(nowMs() + minuteMs).toISOString();
    await sendAndWait("employee.hired", hireOf("V-1", { startDate }));
    advanceTime(20 * minuteMs);
    await runScheduler();
  },
  async PayloadKept(environment) {
    const { advanceTime, partFailures, dispatchDue } = environment;
    const { id } = await refuse(environment, "K-1");
    // The payload of an operation that failed is kept for fourteen days.
    advanceTime(15 * dayMs);
    partFailures.receiverTable = (command, itemId) =>
      command === "UpdateItemCommand" && itemId === `operation#${id}`;
    await dispatchDue().catch(() => undefined);
    endPartFailures(partFailures);
  },
  async Held(environment) {
    for (const employeeId of ["H-1", "H-2"]) {
      await hire(environment, employeeId);
      await environment.sendAndWait("employee.terminated", { employeeId });
    }
  },
  Failed: (environment) => refuse(environment, "F-1"),
  Outage: playHire("B-1", breakDown),
  ConfigurationWrong: playHire("C-1", ({ partFailures, platform }) => {
    platform.revokeTokens();
    partFailures.communitySecret = () => {
      throw new ConfigurationError("secret-malformed", "check /password");
    };
  }),
  BlockedAlone: playHire("P-1", ({ platform }) => {
    platform.faults.add({ ...down, method: "POST", path: "/people" });
  }),
  /** The read is tried for a day. */
  async RecordNotRead({ send, advanceTime, idle, pauses }) {
    const before = pauses.length;
    const sender = { caller: "reading", token: readingToken };
    const event = { employeeId: "S-1" };
    await send("record.changed", event, { ...sender, to: "events" });
    while (pauses.length === before) await setImmediate();
    advanceTime(dayMs);
    await idle();
  },
  NoticesLost: loseNotices,
  NoticesLate: delayNotices,
  /** Secrets Manager fails after a secret was read. */
  async SecretKept({ logOf, nowMs }) {
    const answers = [
      async () => ({ key: "read before" }),
      () =>
        Promise.reject(
          new ConfigurationError("secret-unavailable", "wait", new Error()),
        ),
    ];
    const read = createLastGoodCopy({
      read: () => answers.shift()!(),
      nowMs,
      log: logOf("events-receiver"),
    });
    await read();
    await read();
  },
  SenderRejected: sendUnauthentic(1),
  Rejected: sendUnauthentic(20),
  Refused: ({ send }) => send("employee.hired", {}),
};

/** An ordinary day. No line that it writes may match a filter, so that no alarm rings. */
export async function ordinaryDay(environment: InProcess): Promise<void> {
  const { sendAndWait, runScheduler } = environment;
  const employeeId = "O-1";
  await hire(environment, employeeId);
  await setStatus(environment, employeeId);
  await sendAndWait("employee.changed", { employeeId, title: "Boss" });
  await hire(environment, employeeId);
  await runScheduler();
  await sendAndWait("employee.terminated", { employeeId });
  // The user is told that the employee is not active.
  await setStatus(environment, employeeId);
}

const down = { kind: "status", status: 503, retryAfter: 1 } as const;

export function breakDown({ platform }: InProcess): void {
  platform.faults.add(down);
}

/** A fault begins, an employee is hired, the fault ends, and the operation goes on. */
export function playHire(
  employeeId: string,
  begin: (environment: InProcess) => void,
): Situation {
  return async (environment) => {
    begin(environment);
    await hire(environment, employeeId);
    environment.platform.faults.clear();
    endPartFailures(environment.partFailures);
    environment.advanceTime(11 * minuteMs);
    await environment.runScheduler();
  };
}

/** The platform refuses to create a person. */
function refuse(environment: InProcess, employeeId: string) {
  const post = { method: "POST", path: "/people", times: 1 } as const;
  environment.platform.faults.add({ kind: "status", status: 403, ...post });
  return hire(environment, employeeId);
}

/** Sends this many requests with a key that we do not know. */
function sendUnauthentic(times: number): Situation {
  return ({ send }) =>
    Promise.all(
      Array.from({ length: times }, () =>
        send("employee.hired", { employeeId: "R-1" }, { token: "unknown" }),
      ),
    );
}

const readingToken = "token-of-the-reader-of-people";

/** A source that does not answer. */
export const silentSource = {
  hosts: ["127.0.0.1:9"],
  auth: { type: "bearer", token: "token-of-the-source" },
};

/** A caller that sends thin events. */
export const readingCaller = {
  scheme: "bearer",
  keys: [readingToken],
  scopes: ["onboard"],
  lookup: {
    source: "people",
    request: { url: "http://127.0.0.1:9/people/{employeeId}" },
    id: "/id",
    map: {
      type: { value: "employee.hired" },
      fields: {
        "/employeeId": "/id",
        "/email": "/email",
        "/name/givenName": "/name",
      },
    },
  },
};
