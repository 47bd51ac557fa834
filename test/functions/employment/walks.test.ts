import { beforeEach, expect, test } from "vitest";
import {
  overviewSchema,
  shownOperationSchema,
} from "../../../functions/operations/contract.ts";
import { leadToken, opsToken } from "../../../infra/local/credentials.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { passingTime } from "../../resilience/outages/passing-time.ts";

const environment = useInProcess({
  graceDays: 7,
  rehireWithoutStartDate: "report",
  disableLimit: { percent: 0, min: 2, max: 2 },
});
const { pass, repair } = passingTime(environment);
beforeEach(() => environment().advanceTime(2 * dayMs));

const isEnabled = async (employeeId: string) =>
  (await environment().stateOf(employeeId))[1] ?? false;

test("an outage of four days lets nobody be disabled above the limit, and the overview tells who waits", async () => {
  const { platform, ask, hire, say, act } = environment();
  const employees = ["OUT-1", "OUT-2", "OUT-3", "OUT-4"];
  for (const employeeId of employees) await hire(employeeId);
  platform.faults.add({ kind: "status", status: 503, retryAfter: 1 });
  const ids: string[] = [];
  for (const [nth, employeeId] of employees.entries())
    ids.push(
      (await say(nth % 2 === 0 ? "suspended" : "terminated", employeeId)).id,
    );
  await pass(4 * dayMs, 8 * hourMs);
  const countAccess = async () =>
    (await Promise.all(employees.map(isEnabled))).filter(Boolean).length;
  expect(await countAccess()).toBe(4);
  await repair();
  expect(await countAccess()).toBe(2);
  const overview = overviewSchema.parse(
    await (await ask("GET", "/overview")).json(),
  );
  expect(overview.limits).toContainEqual({
    name: "disable-limit",
    used: 2,
    allowed: 2,
    held: { count: 2, isAtLeast: false },
  });
  for (const id of ids) await act("release", id, { hours: 1 });
  expect(await countAccess()).toBe(0);
});

test("a question is asked with its answers, and one of another operator decides and stands in the trail", async () => {
  const { hire, say, passDays, dateIn, act, operate } = environment();
  await hire("ASK-1", { startDate: dateIn(0) });
  await passDays(5);
  const lastDay = dateIn(-10);
  const { id, reason } = await say("terminated", "ASK-1", { lastDay });
  const show = async () => {
    const shown = await operate("GET", `/${id}`, undefined, leadToken);
    return shownOperationSchema.parse(await shown.json());
  };
  expect(reason).toBe("last-day-before-start");
  expect((await show()).verbs).toEqual([
    "has-left",
    "is-an-earlier-one",
    "retry",
    "resolve",
  ]);
  for (const [verb, token, problem] of [
    ["is-a-rehire", undefined, "not-asked"],
    ["has-left", opsToken, "sent-by-yourself"],
  ] as const) {
    const refused = await act(verb, id, undefined, token);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      type: expect.stringMatching(`#${problem}$`),
    });
  }
  expect(await isEnabled("ASK-1")).toBe(true);
  expect((await act("has-left", id)).status).toBe(202);
  expect(await isEnabled("ASK-1")).toBe(false);
  const { status, history } = await show();
  expect(status).toBe("waiting");
  expect(history.map(({ by }) => by)).toContain("caller:lead");
});

test("a hire that comes back with a cancelled termination keeps its data until its start", async () => {
  const { hire, say, dateIn, find } = environment();
  const { id } = await hire("BACK-1", { startDate: dateIn(120) });
  await say("terminated", "BACK-1", { lastDay: dateIn(20) });
  expect((await find(id)).status).toBe("cancelled");
  await pass(dayMs, dayMs);
  await say("termination_cancelled", "BACK-1");
  await pass(121 * dayMs, dayMs);
  expect(await isEnabled("BACK-1")).toBe(true);
});

/** What subscribers are told of a person, in the order of the operations: type and fact. */
async function factsOf(employeeId: string): Promise<string[]> {
  const all = await environment().store.operations.ofEmployee(employeeId, 50);
  return all
    .toReversed()
    .flatMap(({ type, history }) =>
      history.flatMap(({ person }) => (person ? [`${type} ${person}`] : [])),
    );
}

test("a change in whose run an employment ends tells that the person has left", async () => {
  const { hire, say, dateIn, advanceTime } = environment();
  await hire("FACT-1");
  await say("terminated", "FACT-1", { lastDay: dateIn(1) });
  advanceTime(3 * dayMs);
  await say("changed", "FACT-1", { title: "Lead" });
  expect(await factsOf("FACT-1")).toEqual([
    "employee.hired onboarded",
    "employee.changed left",
  ]);
});

test("an adoption tells that the person is onboarded, and their leaving is told once", async () => {
  const { say, addPerson, passDays } = environment();
  await addPerson("fact-2");
  await say("adopted", "FACT-2", {
    username: "fact-2",
    email: "fact-2@example.com",
  });
  await say("terminated", "FACT-2");
  await say("terminated", "FACT-2");
  await passDays(8);
  expect(await factsOf("FACT-2")).toEqual([
    "employee.adopted onboarded",
    "employee.terminated left",
  ]);
});
