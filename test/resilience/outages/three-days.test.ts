import { expect, test } from "vitest";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort, isThorough } from "../effort.ts";
import { recordFigure } from "../figures.ts";

const environment = useInProcess({
  graceDays: 0,
  deletionLimit: { percent: 100, min: 1_000, max: 1_000 },
});

/** A probe comes at least every ten minutes. Terminations go on then, and the others a minute later. */
const goesOnWithinMinutes = 15;

/** What happens while it lasts. The events are spread over the whole time. */
type LongOutage = {
  lastsMs: number;
  hires: number;
  leavers: number;
  statuses: number;
  begin: () => void;
  end: () => void;
  /** The message of the log line that rings the alarm. */
  alarm: string;
};

/**
 * Lets time pass with an outage, and then without it. Expects that every operation ends right, and resolves to them. No
 * operator does anything.
 */
async function expectRightEnd(name: string, outage: LongOutage) {
  const { lines, pauses, send, idle, operation, ...rest } = environment();
  const { platform, store, nowMs, advanceTime, runScheduler } = rest;
  const { hires, leavers, statuses, lastsMs } = outage;
  const known = Math.max(leavers, 1);
  for (let index = 0; index < leavers + known; index++)
    await send("employee.hired", hireOf(`${name}-${index}`));
  await idle();

  const events = [
    ...range(hires).map(
      (index) => () => send("employee.hired", hireOf(`${name}-new-${index}`)),
    ),
    ...range(leavers - 1).map(
      (index) => () =>
        send("employee.terminated", { employeeId: `${name}-${index + 1}` }),
    ),
    ...range(statuses).map(
      (index) => () =>
        send("status.set", {
          employeeId: `${name}-${leavers + (index % known)}`,
          text: `Status ${index}`,
        }),
    ),
  ];
  const linesBefore = lines.length;
  const pausesBefore = pauses.length;
  const writesBefore = platform.journal.length;
  outage.begin();
  // The first event finds the outage.
  const answers = [
    await send("employee.terminated", { employeeId: `${name}-0` }),
  ];
  await idle();
  expect(lines.slice(linesBefore).map(({ message }) => message)).toContain(
    outage.alarm,
  );
  const alarmAfterSeconds = pauses
    .slice(pausesBefore)
    .reduce((sum, { seconds }) => sum + seconds, 0);
  expect(alarmAfterSeconds).toBeLessThan(5 * 60);
  const rounds = effort(12, 72);
  for (let round = 0; round < rounds; round++) {
    const due = events.filter((_, index) => index % rounds === round);
    answers.push(...(await Promise.all(due.map((one) => one()))));
    await idle();
    advanceTime(lastsMs / rounds);
    await runScheduler();
  }
  const made = platform.journal
    .slice(writesBefore)
    .filter(({ method, applied }) => method !== "GET" && applied);
  expect(made.filter(({ path }) => path !== "/login")).toEqual([]);

  outage.end();
  const endedAtMs = nowMs();
  for (let minute = 0; minute < goesOnWithinMinutes; minute++) {
    advanceTime(minuteMs);
    await runScheduler();
  }
  const ended = await Promise.all(answers.map((one) => operation(one)));
  const ofType = (type: string) => ended.filter((one) => one.type === type);
  for (const one of ended)
    expect(["succeeded", "cancelled"]).toContain(one.status);
  for (const { status, reason } of ofType("status.set"))
    if (status === "cancelled")
      expect(["expired", "newer-status"]).toContain(reason);
  for (const one of [
    ...ofType("employee.hired"),
    ...ofType("employee.terminated"),
  ])
    expect(one.status).toBe("succeeded");
  // One person for each hire, and none for each leaver.
  for (const index of range(hires))
    expect(
      platform
        .people()
        .filter(({ svc }) => svc.username === `${name}-new-${index}`),
    ).toHaveLength(1);
  for (const index of range(leavers)) {
    const employee = await store.employees.get(`${name}-${index}`);
    expect(employee?.state).toBe("left");
  }
  const doneAtMs = (one: Operation) => one.history.at(-1)?.atMs ?? 0;
  const lastLeaver = Math.max(...ofType("employee.terminated").map(doneAtMs));
  const firstHire = Math.min(
    ...ofType("employee.hired")
      .map(doneAtMs)
      .filter((atMs) => atMs > endedAtMs),
  );
  expect(firstHire).toBeLessThan(Infinity);
  expect(lastLeaver).toBeLessThan(firstHire);
  return { ended, alarmAfterSeconds };
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

test.runIf(isThorough)(
  "an outage of the platform of three days loses and doubles nothing, and ends without an operator",
  async ({ task }) => {
    const { platform } = environment();
    const counts = effort(
      { hires: 3, leavers: 2, statuses: 4 },
      { hires: 200, leavers: 50, statuses: 500 },
    );
    const { ended, alarmAfterSeconds } = await expectRightEnd("o", {
      ...counts,
      lastsMs: 3 * dayMs,
      begin: () =>
        platform.faults.add({ kind: "status", status: 503, retryAfter: 1 }),
      end: () => platform.faults.clear(),
      alarm: "outage began",
    });
    recordFigure(task, {
      area: "Long outages",
      what: "the platform is down for three days",
      figure: `${ended.length} of ${ended.length} events end right, 0 by an operator; the alarm after ${alarmAfterSeconds} s of pauses`,
    });
  },
);

test.runIf(isThorough)(
  "five days with a malformed secret lose nothing, and the operations go on within minutes of its repair",
  async ({ task }) => {
    const { partFailures, lines, platform } = environment();
    const counts = effort(
      { hires: 3, leavers: 1, statuses: 2 },
      { hires: 200, leavers: 50, statuses: 500 },
    );
    const before = lines.length;
    const { ended } = await expectRightEnd("s", {
      ...counts,
      lastsMs: 5 * dayMs,
      begin: () => {
        platform.revokeTokens();
        partFailures.communitySecret = () => {
          throw new ConfigurationError(
            "secret-malformed",
            "the secret community (AWSCURRENT) does not have the documented shape: check /password",
          );
        };
      },
      end: () => {
        partFailures.communitySecret = undefined;
      },
      alarm: "configuration wrong",
    });
    const [first] = lines
      .slice(before)
      .filter(({ message }) => message === "configuration wrong");
    expect(first?.fields).toMatchObject({
      reason: "secret-malformed",
      issues: [expect.stringContaining("check /password")],
    });
    recordFigure(task, {
      area: "Long outages",
      what: "the community secret is malformed for five days",
      figure: `${ended.length} of ${ended.length} events end right, 0 by an operator`,
    });
  },
);
