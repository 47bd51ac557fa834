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

/** The statements about an employee, and how we saw the person last. */
export type Said = {
  /** Undefined if nothing was said yet. */
  item: Employee | undefined;
  statements: readonly Statement[];
  person: SeenPerson;
};

/** At most this many of the newest operations of an employee are read, to find the open ones. */
const maxRead = 100;

/**
 * The open operations of an employee, of any sender. Their statements may not be in the item of the employee yet, for
 * example because they wait for the rate limit. Call it before you read the item, which has the statements of those
 * that end in between.
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
 * Reads the statements about an employee.
 *
 * @param open - the operations of `findOpen`, whose statements are added
 */
export async function readStatements(
  { store, settings, nowMs }: SaidReader,
  employeeId: string,
  open: readonly Operation[] = [],
): Promise<Said> {
  const item = await store.employees.get(employeeId);
  const { statements: known = [], person = { is: "none" } } = item ?? {};
  // The item keeps no statement of some operations that were said, but lists them until they end.
  const said = [...known, ...(item?.unfinished ?? [])];
  let statements: readonly Statement[] = known;
  for (const operation of open.toReversed()) {
    if (said.some(({ id }) => id === operation.id)) continue;
    const data = await store.payloads.readData(operation, saidDataSchema);
    const statement = wordOfEvent({ ...operation, data }, settings);
    const context = { person, nowMs: nowMs() };
    if (statement) ({ statements } = say(statements, statement, context));
  }
  return { item, statements, person };
}
