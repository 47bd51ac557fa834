import { expect, test } from "vitest";
import { type Company, hireOf, useCompany } from "../../fixtures/company.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";

const second = { caller: "hr2", token: "a-second-token-of-hr-2" };
const company = useCompany({
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

test("two callers who hire one person make one, and both are told who it is", async ({
  task,
}) => {
  for (const delay of delays) {
    const employeeId = `H-${delay}`;
    const [one, other] = await bothTell(
      company(),
      ["employee.hired", hireOf(employeeId)],
      ["employee.hired", hireOf(employeeId)],
      delay,
    );
    const { platform } = company();
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
    // One did it, and the other names it.
    expect([one.sameAs, other.sameAs].filter(Boolean)).toHaveLength(1);
  }
  recordFigure(task, {
    area: "Deliveries",
    what: "two callers hiring one person at once",
    figure: `${delays.length} rounds, ${delays.length} persons`,
  });
});

test("two callers who say that one person leaves delete them once", async () => {
  for (const delay of delays) {
    const employeeId = `L-${delay}`;
    await company().tell("employee.hired", hireOf(employeeId));
    const deleted = company().deletions();
    const [one, other] = await bothTell(
      company(),
      ["employee.terminated", { employeeId }],
      ["employee.terminated", { employeeId }],
      delay,
    );
    expect([one.status, other.status]).toEqual(["succeeded", "succeeded"]);
    expect(company().deletions() - deleted).toBe(1);
  }
});

test("of a caller who hires and one who then says that they left, the later event stands", async () => {
  for (const delay of delays) {
    const employeeId = `B-${delay}`;
    await bothTell(
      company(),
      ["employee.hired", hireOf(employeeId)],
      ["employee.terminated", { employeeId }],
      delay,
    );
    const { platform, store } = company();
    expect(platform.findPerson(employeeId.toLowerCase())).toBeUndefined();
    expect((await store.employees.get(employeeId))?.state).toBe("left");
  }
});

test("the same delivery of two callers is two operations", async () => {
  const employeeId = "D-1";
  const { send, idle, nowMs } = company();
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

/** Each by a caller of its own, the second event a millisecond later; resolves to both operations at rest. */
async function bothTell(
  { send, rest, operation, nowMs }: Company,
  one: Event,
  other: Event,
  delay: number,
) {
  const atMs = nowMs();
  const later = async () => {
    for (let turn = 0; turn < delay; turn++)
      await new Promise((resolve) => setImmediate(resolve));
    return send(...other, { ...second, atMs: atMs + 1 });
  };
  const answers = await Promise.all([send(...one, { atMs }), later()]);
  await rest();
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  return Promise.all([operation(answers[0]), operation(answers[1])]);
}
