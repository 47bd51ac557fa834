import { expect, test } from "vitest";
import { json, useCli } from "../cli-for-test.ts";
import { shownOperation } from "../operation-for-test.ts";

const cli = useCli();

test("employees list reads the employees in a state, page after page", async () => {
  const { run, sent } = cli();
  const words = ["employees", "list", "--state", "leaving", "--all", "--json"];
  const { exitCode, documents } = await run(words, {
    answer: ({ path }) =>
      path.includes("cursor=n")
        ? json({ employees: [{ employeeId: "E-2", state: "leaving" }] })
        : json({
            employees: [{ employeeId: "E-1", state: "leaving" }],
            next: "n",
          }),
  });
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
  const { run } = cli();
  const words = ["employees", "list", "--state", "active", "--limit", "1"];
  const { output } = await run(words, {
    answer: () =>
      json({
        employees: [
          { employeeId: "E-1", state: "active" },
          { employeeId: "E-2", state: "active" },
        ],
        next: "n",
      }),
  });
  expect(output).toMatch(/E-1 +active/);
  expect(output).not.toContain("E-2");
  expect(output).toContain("There are more");
});

test("employees show prints what is planned and what happened", async () => {
  const { run, sent } = cli();
  const { exitCode, output } = await run(["employees", "show", "E 1/ä"], {
    answer: () =>
      json({
        employeeId: "E 1/ä",
        state: "active",
        personID: "2042",
        identities: ["slack"],
        planned: [
          {
            id: "op_2",
            type: "employee.terminated",
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
  });
  expect(exitCode).toBe(0);
  expect(sent[0]?.path).toBe("/employees/E%201%2F%C3%A4");
  expect(output).toMatch(/Person +2042/);
  expect(output).toMatch(/op_2 +employee.terminated +2026-12-01/);
  expect(output).toMatch(/op_3 .*needs_attention +username-or-email-taken/);
  expect(output).toMatch(/op_1 .*succeeded/);
});

test.each(["..", ".", ""])(
  "employees show refuses the id %j, which would be another path",
  async (id) => {
    const { run, sent } = cli();
    const { exitCode, errors } = await run(["employees", "show", id]);
    expect(exitCode).toBe(1);
    expect(errors).toContain("The id is not valid");
    expect(sent).toEqual([]);
  },
);
