import type { FieldTime } from "../../shared/employment/holds.ts";
import { readPointer } from "../../shared/json-pointer.ts";
import { namedFields } from "../../shared/person/merge-person.ts";
import type { PersonChange } from "../../shared/person/person-patch.ts";

/** The data of a hire or a change, as far as it has fields of a person. */
type Said = PersonChange & { [Name in (typeof ofHire)[number]]?: unknown };

/** The fields of a hire that are no part of a person. */
const ofHire = ["tasks", "streams", "zone"] as const;

/** The fields that the data of a hire or a change sets or clears, as JSON Pointers. */
export function fieldsOf(data: Said): string[] {
  const { identities, avatar } = data;
  return [
    ...namedFields(data),
    ...ofHire
      .filter((name) => data[name] !== undefined)
      .map((name) => `/${name}`),
    ...(avatar === undefined ? [] : ["/avatar"]),
    ...(identities === null ? [identitiesPointer] : []),
    ...Object.keys(identities ?? {}).map(
      (kind) => `${identitiesPointer}/${kind}`,
    ),
  ];
}

/** Null for all identities concerns each of them. */
const identitiesPointer = "/identities";

/** From the earlier day to the later one. On the same day, what was said later comes later. */
export function inOrder(fields: readonly FieldTime[]): FieldTime[] {
  return fields.toSorted(
    (one, other) => one.day - other.day || one.atMs - other.atMs,
  );
}

/** Those of the fields that no later statement about all identities has cleared. */
export function withoutCleared(
  fields: readonly FieldTime[],
  all: readonly FieldTime[],
): FieldTime[] {
  const cleared = all.find(({ field }) => field === identitiesPointer);
  const isCleared = (one: FieldTime) =>
    cleared !== undefined &&
    one.field.startsWith(`${identitiesPointer}/`) &&
    inOrder([cleared, one])[0] === one;
  return fields.filter((one) => !isCleared(one));
}

type Document = Record<string, unknown>;

/**
 * The data of a new person: the value of each field from the operation that the rules name. What was cleared is absent.
 *
 * @param dataOf - the data of an operation. Undefined if it was erased: then its fields are absent
 */
export function gather(
  fields: readonly FieldTime[],
  dataOf: (operationId: string) => unknown,
): Document {
  return inOrder(fields).reduce<Document>(
    (done, { field, by }) =>
      setIn(done, field.split("/").slice(1), readPointer(dataOf(by), field)),
    {},
  );
}

/** The document with a value at a path. Without a value, the field is removed, and so is an object that is empty then. */
function setIn(
  document: Document,
  [part = "", ...rest]: string[],
  value: unknown,
): Document {
  const { [part]: known, ...others } = document;
  const set =
    rest.length === 0
      ? value
      : setIn(isDocument(known) ? known : {}, rest, value);
  const isEmpty =
    set === undefined ||
    set === null ||
    (rest.length > 0 && isDocument(set) && Object.keys(set).length === 0);
  return isEmpty ? others : { ...document, [part]: set };
}

function isDocument(value: unknown): value is Document {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
