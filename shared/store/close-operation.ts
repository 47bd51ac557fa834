import { timelineOf } from "../employment/timeline-of.ts";
import type { SeenPerson } from "../employment/move.ts";
import { nextInstant, wanted } from "../employment/wanted.ts";
import type { Employee } from "./employee.ts";
import type { Operation } from "./operation.ts";
import { sayStatement } from "./say-statement.ts";
import { stateOf } from "./state-of.ts";
import type { Store } from "./store.ts";

export type CloseDependencies = {
  store: {
    employees: Pick<Store["employees"], "get" | "say" | "eraseSalt">;
    operations: Pick<Store["operations"], "noteClosed" | "endWait" | "waitOn">;
  };
  nowMs: () => number;
};

/**
 * Does what follows from the end of an operation, and notes it afterwards. After a resolution it says what the operator
 * has decided and done, ends the operation at the employee, and wakes the operations that waited for it. The operation
 * waits on for what is to come of the employee, if no other one does. Last, the salt that a hire kept for a retry is
 * erased. If only a part succeeds, the scheduler repeats all of it. `busy`: a runner of the employee is at work.
 */
export async function closeOperation(
  { store, nowMs }: CloseDependencies,
  operation: Operation,
): Promise<"closed" | "changed" | "busy"> {
  const { id, employeeId, reason } = operation;
  if (reason === "resolved") {
    const item = await endAtEmployee({ store, nowMs }, operation);
    if (item && isOpen(item, id)) return "busy";
    for (const one of item?.unfinished ?? [])
      await store.operations.endWait(one.id, `operation:${id}`);
    const untilMs = item && toComeMs(item, id, nowMs());
    if (untilMs !== undefined) {
      const waits = await store.operations.waitOn(operation, untilMs);
      return waits ? "closed" : "changed";
    }
  }
  await store.employees.eraseSalt(employeeId, id);
  const isNoted = await store.operations.noteClosed(operation);
  return isNoted ? "closed" : "changed";
}

async function endAtEmployee(
  { store, nowMs }: CloseDependencies,
  { id, employeeId, ruling }: Operation,
): Promise<Employee | undefined> {
  const item = await store.employees.get(employeeId);
  if (!item || !(ruling || isOpen(item, id))) return item;
  return sayStatement(
    { store, nowMs },
    employeeId,
    async () => ruling,
    undefined,
    {
      async set(next) {
        const unfinished = next.unfinished.filter((one) => one.id !== id);
        const person = doneByHand(next, id, nowMs());
        const state = stateOf({ ...next, person }, nowMs());
        return { unfinished, person, state };
      },
    },
  );
}

/** If the operation had to take the person's access, the operator has taken it by hand. */
function doneByHand(
  { person, statements, unfinished }: Employee,
  id: string,
  nowMs: number,
): SeenPerson {
  if (person.is !== "enabled") return person;
  const { is, because, reason } = wanted(timelineOf(statements), nowMs);
  const isOwn = because === id || unfinished.every((one) => one.id === id);
  const isTaken = isOwn && (is === "disabled" || is === "deleted");
  if (!isTaken || reason === undefined) return person;
  const { fields } = person;
  return { is: "disabled", sinceMs: nowMs, for: reason, fields };
}

/** When something is to come of the employee, if no other operation waits for it or this one has said it. */
function toComeMs(
  { statements, unfinished, person }: Employee,
  id: string,
  nowMs: number,
): number | undefined {
  if (!("fields" in person)) return undefined;
  const timeline = timelineOf(statements);
  const now = wanted(timeline, nowMs);
  const next = nextInstant(timeline, now, person, nowMs);
  const isAlone = unfinished.length === 0;
  return isAlone || next?.by === id ? next?.dueMs : undefined;
}

function isOpen({ unfinished }: Employee, id: string): boolean {
  return unfinished.some((one) => one.id === id);
}
