import type { Operation } from "../operation.ts";
import { answers } from "./answers.ts";
import { cancel } from "./cancel.ts";
import { confirmGone } from "./confirm-gone.ts";
import { deleteNow } from "./delete-now.ts";
import { enable } from "./enable.ts";
import { reject } from "./reject.ts";
import { release } from "./release.ts";
import { resolve } from "./resolve.ts";
import { retry } from "./retry.ts";
import type { VerbRecord, VerbSubject } from "./verb.ts";

/** What an operator can do with one operation (decision 19), in the order in which it is offered. */
const table = {
  ...answers,
  retry,
  cancel,
  release,
  reject,
  resolve,
  "confirm-gone": confirmGone,
  "delete-now": deleteNow,
  enable,
} satisfies Record<string, VerbRecord>;

type Table = typeof table;
export type Verb = keyof Table;

export const verbRecords: Record<Verb, VerbRecord> = table;
export const verbs: readonly Verb[] = Object.keys(table).filter(isVerb);

/** The verbs for many operations at once. */
export type BulkVerb = {
  [One in Verb]: Table[One] extends { many: string } ? One : never;
}[Verb];
export const bulkVerbs: readonly BulkVerb[] = verbs.filter(isBulkVerb);

export function isBulkVerb(verb: Verb): verb is BulkVerb {
  return "many" in table[verb];
}

/**
 * The verbs that apply to an operation as it is. The store decides when a verb is used: the operation may have changed
 * by then, and `enable` also depends on the employee.
 */
export function verbsFor(operation: VerbSubject): Verb[] {
  return verbs.filter((verb) => verbRecords[verb].applies(operation));
}

/** Whether the four-eyes principle keeps the caller `name` from using a verb. */
export function needsOtherCaller(
  verb: Verb,
  { caller, type }: Pick<Operation, "caller" | "type">,
  name: string,
): boolean {
  const { fourEyes = [] } = verbRecords[verb];
  return caller === name && (fourEyes === "all" || fourEyes.includes(type));
}

function isVerb(name: string): name is Verb {
  return Object.hasOwn(table, name);
}
