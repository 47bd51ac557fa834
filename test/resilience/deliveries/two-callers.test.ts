import { expect, test } from "vitest";
import { type InProcess, useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";

const second = { caller: "hr2", token: "a-second-token-of-hr-2" };
const environment = useInProcess({
  graceDays: 0,
  callers: {
    [second.caller]: {
      scheme: "bearer",
      keys: [second.token],
      scopes: ["onboard", "adopt", "offboard", "status:any"],
    },
  },
});

/** How many turns of the event loop the second caller comes later. */
const delays = effort([3], [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]);

test("two callers who hire the same employee create one person, and both operations name that person", async ({
  task,
}) => {
  for (const delay of delays) {
    const employeeId = `H-${delay}`;
    const [one, other] = await sendBoth(
      environment(),
      ["employee.hired", hireOf(employeeId)],
      ["employee.hired", hireOf(employeeId)],
      delay,
    );
    const { platform } = environment();
    const username = employeeId.toLowerCase();
    const found = platform
      .people()
      .filter(({ svc }) => svc.username === username);
    expect(found).toHaveLength(1);
    expect([one.status, other.status]).toEqual(["succeeded", "succeeded"]);
    expect([one.result?.personID, other.result?.personID]).toEqual([
      found[0]?.id,
      found[0]?.id,
    ]);
    // One operation did the work, and the other names it.
    expect([one.sameAs, other.sameAs].filter(Boolean)).toHaveLength(1);
  }
  recordFigure(task, {
    area: "Deliveries",
    what: "two callers hiring one person at once",
    figure: `${delays.length} rounds, ${delays.length} persons`,
  });
});

test("two callers who terminate the same employee delete the person once", async () => {
  for (const delay of delays) {
    const employeeId = `L-${delay}`;
    await environment().sendAndWait("employee.hired", hireOf(employeeId));
    // Both terminations have times in the past, after the hire.
    environment().advanceTime(1_000);
    const deleted = environment().deletions();
    const [one, other] = await sendBoth(
      environment(),
      ["employee.terminated", { employeeId }],
      ["employee.terminated", { employeeId }],
      delay,
    );
    expect([one.status, other.status]).toEqual(["succeeded", "succeeded"]);
    expect(environment().deletions() - deleted).toBe(1);
  }
});

test("a hire of one caller and a later termination of another caller end with the deletion", async () => {
  for (const delay of delays) {
    const employeeId = `B-${delay}`;
    await sendBoth(
      environment(),
      ["employee.hired", hireOf(employeeId)],
      ["employee.terminated", { employeeId }],
      delay,
    );
    const { platform, store } = environment();
    expect(platform.findPerson(employeeId.toLowerCase())).toBeUndefined();
    expect((await store.employees.get(employeeId))?.state).toBe("left");
  }
});

test("the same delivery id of two callers is two operations", async () => {
  const employeeId = "D-1";
  const { send, idle, nowMs } = environment();
  const options = { atMs: nowMs(), delivery: "the same" };
  const [one, other] = await Promise.all([
    send("employee.hired", hireOf(employeeId), options),
    send("employee.hired", hireOf(employeeId), { ...options, ...second }),
  ]);
  await idle();
  const [first, next] = [one, other].map(({ headers }) =>
    headers.get("location"),
  );
  expect(first).not.toBe(next);
});

type Event = [type: string, data: object];

/** Sends each event by a caller of its own, the second a millisecond later. Resolves to both settled operations. */
async function sendBoth(
  { send, runUntilIdle, operation, nowMs }: InProcess,
  one: Event,
  other: Event,
  delay: number,
) {
  // In the past, because a time ahead of the receiver's clock would not count.
  const atMs = nowMs() - 10;
  const later = async () => {
    for (let turn = 0; turn < delay; turn++)
      await new Promise((resolve) => setImmediate(resolve));
    return send(...other, { ...second, atMs: atMs + 1 });
  };
  const answers = await Promise.all([send(...one, { atMs }), later()]);
  await runUntilIdle();
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  return Promise.all([operation(answers[0]), operation(answers[1])]);
}
