import type { MetricName } from "../../../../infra/aws/metrics.ts";
import {
  type FunctionName,
  functionNames,
} from "../../../../infra/aws/deployment/functions.ts";
import { createLastGoodCopy } from "../../../../shared/aws/last-good-copy.ts";
import type { InProcess } from "../../../environments/in-process.ts";
import { hireOf } from "../../../fixtures/hire.ts";
import { dayMs, minuteMs } from "../../../../shared/durations.ts";
import {
  breakDown,
  breakSecret,
  changeCause,
  failOne,
  loseSecret,
  playHire,
  playStatus,
  refusePassword,
} from "./fault-situations.ts";
import {
  delayNotices,
  leaveNotices,
  loseNotices,
} from "./notice-situations.ts";
import { readFor } from "./read-situations.ts";
import { change, hire, setStatus, type Situation } from "./situation.ts";

/** Of the caller `recruiting`, which may hire only. */
export const recruitingToken = "token-of-recruiting";

/**
 * One situation for each metric filter that an alarm watches: by the metric, then by the log with the lines. To add
 * one, name the metric and the function, and do here what makes the function log the line.
 */
export const situations: Partial<
  Record<MetricName, Partial<Record<FunctionName, Situation>>>
> = {
  NeedsAttention: {
    "employment-workflow": async ({ addPerson, sendAndWait }) => {
      await addPerson("taken");
      await sendAndWait("employee.hired", hireOf("N-1", { username: "taken" }));
    },
    // No URL can have this id.
    "events-workflow": readFor("..", "reading", "people"),
    "status-relay-workflow": async (environment) => {
      await hire(environment, "N-3");
      const put = { method: "PUT", path: "/people/{personID}" } as const;
      environment.platform.faults.add({ kind: "reset-before", ...put });
      await setStatus(environment, "N-3");
      environment.advanceTime(8 * dayMs);
      await environment.runScheduler();
    },
    // An operation that never ran.
    "scheduler-handler": async ({ store, nowMs, partFailures, ...others }) => {
      await store.operations.accept({
        id: "never-ran",
        type: "employee.hired",
        caller: "hr",
        employeeId: "N-4",
        fingerprint: "f",
        eventAtMs: nowMs(),
      });
      partFailures.workflowStart = () => true;
      for (let hours = 0; hours < 30; hours += 5) {
        others.advanceTime(5 * 60 * minuteMs);
        await others.dispatchDue().catch(() => undefined);
      }
    },
  },
  OverdueSeconds: {
    "scheduler-handler": async ({ sendAndWait, nowMs, ...others }) => {
      const { advanceTime } = others;
      const startDate = new Date(nowMs() + minuteMs).toISOString();
      await sendAndWait("employee.hired", hireOf("V-1", { startDate }));
      advanceTime(20 * minuteMs);
      await others.runScheduler();
    },
  },
  PayloadKept: {
    "scheduler-handler": async (environment) => {
      const { platform, sendAndWait, advanceTime, partFailures, dispatchDue } =
        environment;
      const post = { method: "POST", path: "/people" } as const;
      platform.faults.add({ kind: "status", status: 403, ...post });
      const { id } = await sendAndWait("employee.hired", hireOf("K-1"));
      advanceTime(15 * 24 * 60 * minuteMs);
      partFailures.receiverTable = (command, itemId) =>
        command === "UpdateItemCommand" && itemId === `operation#${id}`;
      await dispatchDue().catch(() => undefined);
    },
  },
  Held: {
    "employment-workflow": async (environment) => {
      for (const employeeId of ["H-1", "H-2"]) {
        await hire(environment, employeeId);
        await environment.sendAndWait("employee.terminated", { employeeId });
      }
    },
  },
  Failed: {
    "employment-workflow": async ({ platform, sendAndWait }) => {
      const post = { method: "POST", path: "/people" } as const;
      platform.faults.add({ kind: "status", status: 403, ...post });
      await sendAndWait("employee.hired", hireOf("F-1"));
    },
    "status-relay-workflow": async (environment) => {
      await hire(environment, "F-3");
      const put = { method: "PUT", path: "/people/{personID}" } as const;
      const { platform } = environment;
      platform.faults.add({ kind: "status", status: 403, ...put });
      await setStatus(environment, "F-3");
    },
  },
  Outage: {
    "employment-workflow": playHire("B-1", breakDown),
    "status-relay-workflow": playStatus("B-3", breakDown),
    "scheduler-handler": changeCause("B-6", breakDown, refusePassword),
  },
  ConfigurationWrong: {
    "employment-workflow": playHire("C-1", breakSecret),
    "status-relay-workflow": playStatus("C-3", breakSecret),
    "events-workflow": readFor("C-6", "unready", "missing"),
    "scheduler-handler": changeCause("C-7", breakSecret, loseSecret),
  },
  RecordNotRead: { "events-workflow": readFor("S-1", "reading", "people") },
  PausedAlone: {
    "employment-workflow": playHire("P-1", failOne("POST", "/people")),
    "status-relay-workflow": playStatus(
      "P-3",
      failOne("PUT", "/people/{personID}"),
    ),
  },
  NoticesLost: { "notifications-workflow": loseNotices },
  NoticesLate: {
    "notifications-workflow": delayNotices,
    "scheduler-handler": leaveNotices,
  },
  SecretKept: Object.fromEntries(
    functionNames.map((name) => [name, keepSecret(name)]),
  ),
  SenderRejected: {
    "onboarding-receiver": sendUnauthentic("employee.hired", { times: 1 }),
    "offboarding-receiver": sendUnauthentic("employee.terminated", {
      times: 1,
    }),
    "profile-update-receiver": sendUnauthentic("employee.changed", {
      times: 1,
    }),
    "events-receiver": sendUnauthentic("employee.hired", {
      times: 1,
      to: "events",
    }),
  },
  Rejected: {
    "onboarding-receiver": sendUnauthentic("employee.hired"),
    "offboarding-receiver": sendUnauthentic("employee.terminated"),
    "profile-update-receiver": sendUnauthentic("employee.changed"),
    "status-relay-receiver": sendUnauthentic("status.set"),
    "events-receiver": sendUnauthentic("employee.hired", { to: "events" }),
    "events-preview": ({ preview }) =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          preview("employee.hired", {}, { token: "unknown" }),
        ),
      ),
    "operations-api": ({ operate }) =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          operate("GET", "/op", undefined, "unknown"),
        ),
      ),
  },
  Refused: {
    "onboarding-receiver": ({ send }) => send("employee.hired", {}),
    "offboarding-receiver": ({ send }) => send("employee.terminated", {}),
    "profile-update-receiver": ({ send }) => send("employee.changed", {}),
    "events-receiver": ({ send }) =>
      send("employee.hired", {}, { to: "events" }),
  },
};

/** What happens on most days. No alarm may ring, so no line may match. */
export async function ordinaryDay(environment: InProcess): Promise<void> {
  const { sendAndWait, runScheduler } = environment;
  await hire(environment, "O-1");
  await setStatus(environment, "O-1");
  await change(environment, "O-1");
  await sendAndWait("employee.hired", hireOf("O-1"));
  await runScheduler();
  await sendAndWait("employee.terminated", { employeeId: "O-1" });
  // The user is told that the employee is not active.
  await setStatus(environment, "O-1");
}

/** Secrets Manager fails after a secret was read. */
function keepSecret(name: FunctionName): Situation {
  return async ({ logOf, nowMs }) => {
    const answers = [
      async () => ({ key: "read before" }),
      () =>
        Promise.reject(
          Object.assign(new Error("reset"), { $metadata: { attempts: 3 } }),
        ),
    ];
    const read = createLastGoodCopy({
      read: () => answers.shift()!(),
      nowMs,
      log: logOf(name),
    });
    await read();
    await read();
  };
}

/** Twenty requests with a key that we do not know. */
function sendUnauthentic(
  type: string,
  { times = 20, ...to }: { times?: number; to?: "events" } = {},
): Situation {
  return ({ send }) =>
    Promise.all(
      Array.from({ length: times }, () =>
        send(type, { employeeId: "R-1" }, { token: "unknown", ...to }),
      ),
    );
}
