import { expect, test } from "vitest";
import { readChangeable } from "../../../shared/person/change-run.ts";
import type { ChangeRun } from "../../../shared/person/change-run.ts";
import type { Employee } from "../../../shared/store/employee.ts";

const read = (employee: Partial<Employee> | undefined) =>
  readChangeable({
    operation: { employeeId: "E-1" },
    store: {
      employees: {
        get: async (employeeId: string) =>
          employee && { employeeId, ...employee },
      },
    },
  } as unknown as ChangeRun);

test.each(["active", "suspended", "leaving"] as const)(
  "an employee in the state %s can be changed",
  async (state) => {
    expect(await read({ state, personID: "p-1" })).toEqual({
      employeeId: "E-1",
      state,
      personID: "p-1",
    });
  },
);

test("a change waits while the person of the employee is being created", async () => {
  await expect(
    read({ state: "onboarding", personID: "p-1" }),
  ).rejects.toMatchObject({ code: "employee-busy", retryable: true });
});

test.each<[string, Partial<Employee> | undefined]>([
  ["whose person is being deleted", { state: "deleting", personID: "p-1" }],
  ["who has left", { state: "left" }],
  ["without a person", { state: "active" }],
  ["whom we do not know", undefined],
])("an employee %s is not changed any more", async (_who, employee) => {
  await expect(read(employee)).rejects.toMatchObject({
    code: "left-since",
    retryable: false,
  });
});
