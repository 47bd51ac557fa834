import type { Settings } from "../employment/statement.ts";
import type { Employee } from "./employee.ts";
import type { Operation } from "./operation.ts";
import { sayStatement } from "./say-statement.ts";
import type { Store } from "./store.ts";

export type CloseDependencies = {
  store: {
    employees: Pick<Store["employees"], "get" | "say" | "eraseSalt">;
    operations: Pick<Store["operations"], "noteClosed">;
  };
  rules: Settings;
  nowMs: () => number;
};

/**
 * Does what follows from the end of an operation, and notes that afterwards: says what the operator who resolved it has
 * decided, ends it at the employee, and erases the salt that a hire kept for a retry. If only a part succeeds, the
 * scheduler repeats all of it. It is `busy` while a runner of the employee is at work.
 */
export async function closeOperation(
  { store, rules, nowMs }: CloseDependencies,
  operation: Operation,
): Promise<"closed" | "changed" | "busy"> {
  const { id, employeeId, reason } = operation;
  if (reason === "resolved") {
    const item = await endAtEmployee({ store, rules, nowMs }, operation);
    if (item && isOpen(item, id)) return "busy";
  }
  await store.employees.eraseSalt(employeeId, id);
  const isNoted = await store.operations.noteClosed(operation);
  return isNoted ? "closed" : "changed";
}

async function endAtEmployee(
  { store, rules, nowMs }: CloseDependencies,
  { id, employeeId, ruling }: Operation,
): Promise<Employee | undefined> {
  const item = await store.employees.get(employeeId);
  if (!item || !(ruling || isOpen(item, id))) return item;
  return sayStatement(
    { ...rules, store, nowMs },
    employeeId,
    async () => ruling,
    undefined,
    undefined,
    ({ unfinished }) => ({
      unfinished: unfinished.filter((one) => one.id !== id),
    }),
  );
}

function isOpen({ unfinished }: Employee, id: string): boolean {
  return unfinished.some((one) => one.id === id);
}
