import type { SeenPerson } from "../../shared/employment/move.ts";
import { say } from "../../shared/employment/say.ts";
import type { Statement } from "../../shared/employment/statement.ts";
import {
  saidDataSchema,
  wordOfEvent,
} from "../../shared/person/word-of-event.ts";
import type { Employee } from "../../shared/store/employee.ts";
import { isFinal, type Operation } from "../../shared/store/operation.ts";
import { eventFactsOf } from "../../shared/event-types.ts";
import type { Store } from "../../shared/store/store.ts";
import type { RuleSettings } from "./config.ts";

export type SaidReader = {
  store: Pick<Store, "employees" | "operations" | "payloads">;
  settings: RuleSettings;
  nowMs: () => number;
};

/** What was said of an employee, and how we saw the person last. */
export type Said = {
  /** Undefined if nothing was said yet. */
  item: Employee | undefined;
  statements: readonly Statement[];
  person: SeenPerson;
};

/** The newest operations of an employee that are read, to find those that have not ended. */
const maxRead = 100;

/**
 * The operations of an employee, of any sender, whose workflow may not have said anything yet, for example behind the rate
 * limit. Read them before the item of the employee, which has what has ended by then.
 *
 * @param also - operations that an index may lack for a moment
 */
export async function findOpen(
  { store }: Pick<SaidReader, "store">,
  employeeId: string,
  also: readonly string[] = [],
): Promise<Operation[]> {
  const newest = await store.operations.ofEmployee(employeeId, maxRead, also);
  return newest.filter(
    (one) =>
      one.employeeId === employeeId &&
      eventFactsOf(one.type)?.workflow === "employment" &&
      !isFinal(one),
  );
}

/**
 * Reads what was said of an employee.
 *
 * @param open - what `findOpen` has found. Without it, what is accepted and not said counts as not known
 */
export async function readStatements(
  { store, settings, nowMs }: SaidReader,
  employeeId: string,
  open: readonly Operation[] = [],
): Promise<Said> {
  const item = await store.employees.get(employeeId);
  const { statements: known = [], person = { is: "none" } } = item ?? {};
  const said = [...known, ...(item?.unfinished ?? [])];
  let statements: readonly Statement[] = known;
  for (const operation of open.toReversed()) {
    if (said.some(({ id }) => id === operation.id)) continue;
    const data = await store.payloads.readData(operation, saidDataSchema);
    const word = wordOfEvent({ ...operation, data }, settings);
    const context = { person, settings, nowMs: nowMs() };
    if (word) ({ statements } = say(statements, word, context));
  }
  return { item, statements, person };
}
