import { expect, test } from "vitest";
import { employeePageSchema } from "../../../functions/operations/contract.ts";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess();

test.each([
  ["a change", "employee.changed", { title: "Lead" }, "expected"],
  ["a termination", "employee.terminated", {}, "left"],
])(
  "the list of employees has an employee of whom only %s is known, and their page names no time of a hire",
  async (_event, type, data, state) => {
    const { sendAndWait, ask } = environment();
    const employeeId = `L-${state}`;
    await sendAndWait(type, { ...data, employeeId });

    const list = await ask("GET", `/employees?state=${state}`);
    const { employees } = employeePageSchema.parse(await list.json());
    expect(employees).toEqual([{ employeeId, state }]);

    const shown = await ask("GET", `/employees/${employeeId}`);
    const employee: unknown = await shown.json();
    expect(employee).toMatchObject({ employeeId, state });
    expect(employee).not.toHaveProperty("hiredAt");
  },
);
