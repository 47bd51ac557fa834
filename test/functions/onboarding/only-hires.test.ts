import { expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

/** A recruiting system, which may only hire. It guesses data of employees, and looks at the answers. */
const guesser = { caller: "guesser", token: "token-of-the-guesser" };
const environment = useInProcess({
  graceDays: 7,
  callers: {
    [guesser.caller]: {
      scheme: "bearer",
      keys: [guesser.token],
      scopes: ["onboard"],
    },
  },
});

const known = {
  phones: [{ value: "+41 44 668 18 00" }],
  address: { locality: "Zürich" },
  email: "zoe@example.com",
  identities: { slack: "T1:U7" },
};

/** What the caller sees of its hire of `employeeId`, without ids and times. */
async function guess(
  employeeId: string,
  changes: object,
): Promise<Record<string, unknown>> {
  const { sendAndWait, operate } = environment();
  const hire = hireOf(employeeId, { ...known, ...changes });
  const { id } = await sendAndWait("employee.hired", hire, guesser);
  const answer = await operate("GET", `/${id}`, undefined, guesser.token);
  expect(answer.status).toBe(200);
  const text = JSON.stringify(await answer.json())
    .replaceAll(id, "op")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");
  return JSON.parse(text) as Record<string, unknown>;
}

test("a second hire with the scope onboard alone shows neither whether guesses are right nor the person", async () => {
  const { sendAndWait } = environment();
  const first = await sendAndWait("employee.hired", hireOf("G-1", known));
  const { personID = "" } = first.result ?? {};
  expect(personID).not.toBe("");
  const right = await guess("G-1", {});
  expect(right).toMatchObject({ status: "succeeded", sameAs: first.id });
  expect(right).not.toHaveProperty("result");
  for (const wrong of [
    { phones: [{ value: "+41 44 668 18 01" }] },
    { address: { locality: "Genf" } },
    { email: "zoe.b@example.com" },
    { identities: { slack: "T1:U8" } },
    { phones: undefined, address: undefined, identities: undefined },
  ])
    expect(await guess("G-1", wrong)).toEqual(right);
});

test("a hire that brings a leaver back shows no person to a caller with the scope onboard alone", async () => {
  const { say, sendAndWait } = environment();
  await sendAndWait("employee.hired", hireOf("G-3"));
  await say("terminated", "G-3");
  const shown = await guess("G-3", { email: "G-3@example.com" });
  expect(shown).not.toHaveProperty("result");
});

const foreign = { identities: { slack: "T1:stranger" } };

test("a repeated hire links no chat identity, also from a caller with the scope onboard alone", async () => {
  const { hire, store } = environment();
  const own = { identities: { slack: "T1:I-1" } };
  await hire("I-1", own);
  for (const sender of [guesser, {}]) {
    const again = await hire("I-1", foreign, sender);
    expect(again.status).toBe("succeeded");
  }
  expect(await store.identities.find("slack", "T1:stranger")).toBeUndefined();
  expect(await store.identities.find("slack", "T1:I-1")).toBe("I-1");
  expect((await store.employees.get("I-1"))?.identities).toEqual([
    { kind: "slack", id: "T1:I-1" },
  ]);
});

test("a repeated hire after which the missing tasks are created links no chat identity", async () => {
  const { hire, platform, store, find, passTime } = environment();
  const path = "/people/{personID}/tasks";
  platform.faults.add({ kind: "status", status: 503, path });
  const tasks = [{ subject: "Read", dueInDays: 1 }];
  const hired = await hire("I-2", { tasks });
  expect(hired.reason).toBe("tasks-or-streams-incomplete");
  platform.faults.clear();
  const again = await hire("I-2", { tasks, ...foreign }, guesser);
  expect(again).toMatchObject({ status: "succeeded", sameAs: hired.id });
  await passTime(3 * minuteMs);
  expect((await find(hired.id)).status).toBe("succeeded");
  expect(platform.tasksOf(hired.result?.personID ?? "")).toHaveLength(1);
  expect(await store.identities.find("slack", "T1:stranger")).toBeUndefined();
});

test("a hire that brings a leaver back links no chat identity", async () => {
  const { hire, say, store, personOf } = environment();
  await hire("I-3");
  await say("terminated", "I-3");
  await hire("I-3", foreign);
  expect((await personOf("I-3"))?.svc.enabled).toBe(true);
  expect(await store.identities.find("slack", "T1:stranger")).toBeUndefined();
});
