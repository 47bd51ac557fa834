import type { SeenPerson } from "../../shared/employment/move.ts";
import { say } from "../../shared/employment/say.ts";
import type { Statement } from "../../shared/employment/statement.ts";
import {
  saidDataSchema,
  wordOfEvent,
} from "../../shared/person/word-of-event.ts";
import type { Employee } from "../../shared/store/employee.ts";
import { isFinal } from "../../shared/store/operation.ts";
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

/**
 * Reads what was said of an employee.
 *
 * @param also - operations whose workflow may not have said anything yet, for example behind the rate limit
 */
export async function readStatements(
  { store, settings, nowMs }: SaidReader,
  employeeId: string,
  also: readonly string[] = [],
): Promise<Said> {
  // Before the item: what has ended by then, the item has.
  const operations = await Promise.all(
    also.map((id) => store.operations.get(id)),
  );
  const item = await store.employees.get(employeeId);
  const { statements: known = [], person = { is: "none" } } = item ?? {};
  const said = [...known, ...(item?.unfinished ?? [])];
  let statements: readonly Statement[] = known;
  for (const operation of operations) {
    if (operation?.employeeId !== employeeId || isFinal(operation)) continue;
    if (said.some(({ id }) => id === operation.id)) continue;
    const data = await store.payloads.readData(operation, saidDataSchema);
    const word = wordOfEvent({ ...operation, data }, settings);
    const context = { person, settings, nowMs: nowMs() };
    if (word) ({ statements } = say(statements, word, context));
  }
  return { item, statements, person };
}
