import { expect, test } from "vitest";
import {
  employeePageSchema,
  overviewSchema,
  shownEmployeeSchema,
} from "../../../functions/operations/contract.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { outcomeOf, runTo } from "../../shared/store/operation-for-test.ts";

const environment = useInProcess({
  callers: {
    keyless: { scheme: "bearer", keys: [], scopes: ["onboard"] },
    wrong: { scheme: "bearer", keys: ["short"], scopes: ["onboard"] },
    aged: {
      scheme: "bearer",
      keys: ["token-of-the-aged"],
      keyedAt: "2020-02-01",
      scopes: ["onboard"],
    },
  },
});

const overview = async () =>
  overviewSchema.parse(
    await (await environment().ask("GET", "/overview")).json(),
  );

test("the overview names callers with no key, an old key or an invalid entry, and shows no key", async () => {
  const { callers } = await overview();
  const issues = callers.filter(({ issue }) => issue !== undefined);
  expect(issues).toEqual([
    { name: "keyless", scheme: "broken", scopes: [], issue: "no-key" },
    { name: "wrong", scheme: "broken", scopes: [], issue: "invalid-entry" },
    {
      name: "aged",
      scheme: "bearer",
      scopes: ["onboard"],
      issue: "old-key",
      keyedAt: "2020-02-01",
    },
  ]);
  expect(JSON.stringify(callers)).not.toContain("token-of");
});

test("the overview names the operation that should have been handled longest ago", async () => {
  const { sendAndWait, advanceTime, runScheduler, nowMs } = environment();
  const startDate = new Date(nowMs() + dayMs).toISOString();
  const { id, dueAtMs = 0 } = await sendAndWait("employee.hired", {
    ...hireOf("V-late"),
    startDate,
  });
  expect((await overview()).oldestOverdue).toBeUndefined();
  advanceTime(dueAtMs - nowMs() + 3 * minuteMs);
  expect((await overview()).oldestOverdue).toEqual({
    id,
    status: "waiting",
    dueAt: new Date(dueAtMs).toISOString(),
  });
  await runScheduler();
  expect((await overview()).oldestOverdue).toBeUndefined();
});

test.each([
  ["a change", "employee.changed", { title: "Lead" }],
  ["a termination", "employee.terminated", {}],
])(
  "the list has an employee known by %s alone, and their page names no time of a hire",
  async (_event, type, data) => {
    const { sendAndWait, ask } = environment();
    const employeeId = `L-${type}`;
    const state = "expected";
    await sendAndWait(type, { ...data, employeeId });

    const list = await ask("GET", `/employees?state=${state}`);
    const { employees } = employeePageSchema.parse(await list.json());
    expect(employees).toContainEqual({ employeeId, state });

    const shown = await ask("GET", `/employees/${employeeId}`);
    const employee: unknown = await shown.json();
    expect(employee).toMatchObject({ employeeId, state });
    expect(employee).not.toHaveProperty("hiredAt");
  },
);

test("the page of an employee names a planned end, however many newer operations there are", async () => {
  const { hire, say, store, ask } = environment();
  const employeeId = "L-planned";
  await hire(employeeId);
  const { id } = await say("terminated", employeeId, { lastDay: "2999-12-31" });
  const newer = { type: "status.set", employeeId, caller: "ops" } as const;
  for (let n = 0; n < 101; n++)
    await runTo(store.operations, `newer-${n}`, outcomeOf("succeeded"), newer);

  const shown = await ask("GET", `/employees/${employeeId}`);
  const { planned, operations, endsAt } = shownEmployeeSchema.parse(
    await shown.json(),
  );
  expect(endsAt).toBe("3000-01-01T00:00:00.000Z");
  expect(planned).toEqual([
    {
      id,
      type: "employee.terminated",
      status: "waiting",
      dueAt: "3000-01-01T00:00:00.000Z",
    },
  ]);
  expect(operations).toHaveLength(20);
  expect(new Set(operations.map(({ type }) => type))).toEqual(
    new Set(["status.set"]),
  );
});

test("a list of employees with details says who has access, since when, and because of which event", async () => {
  const { hire, say, sendAndWait, ask, store } = environment();
  const hired = await sendAndWait("employee.hired", {
    ...hireOf("D-1"),
    startDate: "2020-01-31",
  });
  await hire("D-2");
  const { id: because } = await say("suspended", "D-2");
  const read = async (state: string) => {
    const answer = await ask("GET", `/employees?state=${state}&details=true`);
    const { employees } = (await answer.json()) as {
      employees: { employeeId: string }[];
    };
    return employees.filter(({ employeeId }) => employeeId.startsWith("D-"));
  };
  expect(await read("active")).toEqual([
    {
      employeeId: "D-1",
      state: "active",
      personID: (await store.employees.get("D-1"))?.personID,
      hasAccess: true,
      since: "2020-01-31T00:00:00.000Z",
      because: hired.id,
    },
  ]);
  expect(await read("suspended")).toMatchObject([
    { employeeId: "D-2", hasAccess: false, because },
  ]);
});

test("the page of an employee says who they are and what is planned, without personal data", async () => {
  const { ask, say, sendAndWait, advanceTime, nowMs } = environment();
  const employeeId = "V/1 é";
  const hire = hireOf("V-1", { employeeId });
  const hired = await sendAndWait("employee.hired", {
    ...hire,
    identities: { slack: "T0001:U77" },
  });
  advanceTime(1_000);
  const effectiveDate = new Date(nowMs() + 30 * dayMs).toISOString();
  const change = { title: "Lead", effectiveDate };
  const planned = await say("changed", employeeId, change);
  const path = `/employees/${encodeURIComponent(employeeId)}`;
  const text = await (await ask("GET", path)).text();
  const shown = shownEmployeeSchema.parse(JSON.parse(text));
  expect(shown).toMatchObject({
    employeeId,
    state: "active",
    personID: hired.result?.personID,
    ref: expect.stringContaining("/people/") as string,
    identities: ["slack"],
    planned: [{ id: planned.id, type: "employee.changed" }],
    operations: [{ id: planned.id }, { id: hired.id }],
  });
  expect(shown.planned[0]?.dueAt).toBeDefined();
  for (const personal of [hire.email, "U77", "Lead"])
    expect(text).not.toContain(personal);
});

test("an employee known by operations alone has the state unknown", async () => {
  const { store, ask } = environment();
  const failed = { employeeId: "V-failed", type: "status.set" } as const;
  await runTo(store.operations, "V-failed", outcomeOf("failed"), failed);
  const shown = await ask("GET", "/employees/V-failed");
  expect(await shown.json()).toMatchObject({
    state: "unknown",
    identities: [],
    operations: [{ status: "failed" }],
  });
});

test.each(["V-none", "\u0000", "x".repeat(200)])(
  "the page of an employee with an unknown id is answered 404: %j",
  async (id) => {
    const path = `/employees/${encodeURIComponent(id)}`;
    expect((await environment().ask("GET", path)).status).toBe(404);
  },
);
