import { describe, expect, test } from "vitest";
import { canaryKey, json, origin, problem, useCli } from "../cli-for-test.ts";
import { shownOperation, shownPlan } from "../operation-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

const cli = useCli();

test("employees list reads the employees in a state, page after page", async () => {
  const { exitCode, documents, sent } = await cli().run(
    "employees list --state leaving --all --json",
    ({ path }) =>
      path.includes("cursor=n")
        ? json({ employees: [{ employeeId: "E-2", state: "leaving" }] })
        : json({
            employees: [{ employeeId: "E-1", state: "leaving" }],
            next: "n",
          }),
  );
  expect(exitCode).toBe(0);
  expect(sent.map(({ path }) => path)).toEqual([
    "/employees?state=leaving&limit=100",
    "/employees?state=leaving&limit=100&cursor=n",
  ]);
  expect(documents()).toEqual([
    { employeeId: "E-1", state: "leaving" },
    { employeeId: "E-2", state: "leaving" },
  ]);
});

test("employees list says that there are more than its limit", async () => {
  const { output } = await cli().run(
    "employees list --state active --limit 1",
    () =>
      json({
        employees: [
          { employeeId: "E-1", state: "active" },
          { employeeId: "E-2", state: "active" },
        ],
        next: "n",
      }),
  );
  expect(output).toMatch(/E-1 +active/);
  expect(output).not.toContain("E-2");
  expect(output).toContain("There are more");
});

test("employees show prints what is planned and what happened", async () => {
  const { exitCode, output, sent } = await cli().run(
    ["employees", "show", "E 1/ä"],
    () =>
      json({
        employeeId: "E 1/ä",
        state: "active",
        personID: "2042",
        identities: ["slack"],
        planned: [
          {
            id: "op_2",
            type: "employee.terminated",
            status: "waiting",
            dueAt: "2026-12-01T00:00:00.000Z",
          },
        ],
        attention: [
          {
            id: "op_3",
            type: "employee.hired",
            status: "needs_attention",
            reason: "username-or-email-taken",
          },
        ],
        operations: [shownOperation("op_1", { status: "succeeded" })],
      }),
  );
  expect(exitCode).toBe(0);
  expect(sent[0]?.path).toBe("/employees/E%201%2F%C3%A4");
  expect(output).toMatch(/Person +2042/);
  expect(output).toMatch(/op_2 +employee.terminated +2026-12-01/);
  expect(output).toMatch(/op_3 .*needs_attention +username-or-email-taken/);
  expect(output).toMatch(/op_1 .*succeeded/);
});

test("employees list without --state counts each state, and lists all employees", async () => {
  const { output } = await cli().run("employees list", ({ path }) =>
    json({
      employees: path.includes("state=active")
        ? [{ employeeId: "E-1", state: "active" }]
        : [],
    }),
  );
  expect(output).toMatch(/^active +1 +They have a person/m);
  expect(output).toMatch(/^left +0/m);
  expect(output).toMatch(/^E-1 +active$/m);
});

describe("show finds what has the id", () => {
  const notFound = () => problem(404, "not-found", "The path or the operation");
  const employee = {
    employeeId: "E-1",
    state: "active",
    identities: [],
    attention: [],
    planned: [],
    operations: [],
  };
  const answer = ({ path }: { path: string }) => {
    if (path === "/employees/E-1") return json(employee);
    if (path === "/plans/plan_1") return json(shownPlan);
    if (path.startsWith("/employees?personID="))
      return json({
        employees: path.endsWith("=2031")
          ? [{ employeeId: "E-1", state: "active" }]
          : [],
      });
    return path === "/operations/op_1"
      ? json(shownOperation("op_1"))
      : notFound();
  };

  test.each(rows<[string[], RegExp, number]>`
    ${["show", "E-1"]} | ${/^E-1 {2}active/} | ${0}
    ${["show", "op_1"]} | ${/^op_1 {2}failed/} | ${2}
    ${["show", "2031"]} | ${/^E-1 {2}active/} | ${0}
    ${["show", "plan_1"]} | ${/^plan +plan_/} | ${0}
    ${["operations", "show", "E-1"]} | ${/no operation E-1, but this employee:\nE-1/} | ${0}
    ${["employees", "show", "op_1"]} | ${/no employee op_1, but this operation:\nop_1/} | ${2}
  `)("%s", async (words, shown, code) => {
    const { exitCode, output } = await cli().run(words, answer);
    expect(output).toMatch(shown);
    expect(exitCode).toBe(code);
  });

  test("and says it if nothing has it", async () => {
    const { exitCode, errors } = await cli().run("show E-2", answer);
    expect(exitCode).toBe(1);
    expect(errors).toContain("Nothing has the id E-2: no operation");
  });
});

describe("a verb on an employee", () => {
  const terminate = [
    "employees",
    "terminate",
    "E-1",
    "--last-day",
    "2026-12-31",
  ];
  const event = { type: "employee.terminated", employeeId: "E-1", fields: [] };
  const match = {
    state: "active",
    hasPerson: true,
    limits: [],
    differs: [],
    outdated: [],
    verdict: { is: "scheduled", scheduledFor: "2027-01-01T00:00:00.000Z" },
  };
  const answer = ({ path }: { path: string }) =>
    path.endsWith("/preview")
      ? json({ events: [{ ...event, match }], ignored: 0 })
      : json(shownOperation("op_1", { status: "accepted" }), 202);

  test("shows what would happen, asks, and sends its event as the operator", async () => {
    const { output, exitCode, sent } = await cli().run(terminate, {
      answer,
      typed: "y",
    });
    expect(exitCode).toBe(0);
    expect(sent.map(({ path }) => path)).toEqual([
      "/events/ops/preview",
      "/events/ops",
    ]);
    expect(sent[1]?.headers.get("authorization")).toBe(`Bearer ${canaryKey}`);
    expect(sent[1]?.body).toEqual({
      type: "employee.terminated",
      timestamp: "2026-11-22T12:00:00.000Z",
      data: { employeeId: "E-1", lastDay: "2026-12-31" },
    });
    expect(output).toContain("It would be scheduled for 2027-01-01");
    expect(output).toContain("operations watch op_1");
  });

  test("sends nothing if the operator says no", async () => {
    const { exitCode, errors, sent } = await cli().run(terminate, {
      answer,
      typed: "n",
    });
    expect(exitCode).toBe(1);
    expect(errors).toContain("Nothing was changed");
    expect(sent.map(({ path }) => path)).toEqual(["/events/ops/preview"]);
  });

  test("is sent as the caller that the profile names", async () => {
    const { run, sent, file } = cli();
    const profile = { origin, key: canaryKey, caller: "mei" };
    await file("config.json", { profiles: { test: profile } });
    await run("employees resume E-1 --yes", answer);
    expect(sent).toMatchObject([
      { path: "/events/mei", body: { type: "employee.resumed" } },
    ]);
  });
});

test("employees export prints who is employed, safe for a program that shows tables", async () => {
  const { output, sent } = await cli().run("employees export", ({ path }) =>
    json({
      employees: path.includes("active")
        ? [
            {
              employeeId: "=1+1",
              state: "active",
              personID: "2031",
              hasAccess: true,
              since: "2026-01-01T00:00:00.000Z",
              because: "op_1",
            },
          ]
        : [],
    }),
  );
  expect(sent.map(({ path }) => path)).toEqual(
    ["onboarding", "active", "suspended"].map(
      (state) => `/employees?state=${state}&limit=100&details=true`,
    ),
  );
  expect(output.split("\r\n")).toEqual([
    "employee,state,access,since,because,person",
    "'=1+1,active,yes,2026-01-01T00:00:00.000Z,op_1,2031",
    "",
  ]);
});
