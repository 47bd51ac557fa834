import type { FieldTime } from "../employment/timeline.ts";
import { compareFields, inOrder } from "../employment/order.ts";
import { readPointer } from "../json-pointer.ts";
import { namedFields } from "./merge-person.ts";
import { maxIdentities } from "./person-data.ts";
import type { PersonChange } from "./person-patch.ts";
import { isJsonObject } from "../parse-json.ts";

/** The data of a hire or a change, as far as it has fields of a person. */
type Said = PersonChange & {
  [Name in (typeof fieldsOfHireOnly)[number]]?: unknown;
};

/** The fields of a hire that are no part of a person. */
const fieldsOfHireOnly = ["tasks", "streams", "zone"] as const;

/** The fields that the data of a hire or a change sets or clears, as JSON Pointers. */
export function saidFieldsOf(data: Said): string[] {
  const { identities, avatar } = data;
  return [
    ...namedFields(data),
    ...fieldsOfHireOnly
      .filter((name) => data[name] !== undefined)
      .map((name) => `/${name}`),
    ...(avatar === undefined ? [] : ["/avatar"]),
    ...(identities === null ? [identitiesPointer] : []),
    ...Object.keys(identities ?? {}).map(
      (kind) => `${identitiesPointer}/${kind}`,
    ),
  ];
}

/** The field of all identities. Null there clears each of them. */
const identitiesPointer = "/identities";

/** The fields without the identities that a later statement about all identities has cleared. */
export function withoutCleared(
  fields: readonly FieldTime[],
  all: readonly FieldTime[],
): FieldTime[] {
  const cleared = all.find(({ field }) => field === identitiesPointer);
  const isCleared = (one: FieldTime) =>
    cleared !== undefined &&
    one.field.startsWith(`${identitiesPointer}/`) &&
    compareFields(one, cleared) < 0;
  return fields.filter((one) => !isCleared(one));
}

type Document = Record<string, unknown>;

/**
 * The data of a hire with the fields that later operations have said. A cleared field is absent, but a person is never
 * without a name. Of the identities above the number that a hire can have, the later ones are left out.
 *
 * @param fields - which operation says what; fields of the hire itself may be among them
 * @param dataOf - the data of an operation. Undefined if it is unknown or was erased: then the hire's own value stays
 */
export function withLaterFields(
  hire: unknown,
  fields: readonly FieldTime[],
  dataOf: (operationId: string) => unknown,
): Document {
  const own = isJsonObject(hire) ? hire : {};
  const { name, identities, ...data } = inOrder(fields).reduce(
    (done, { field, by }) => {
      const said = dataOf(by);
      return said === undefined
        ? done
        : setIn(done, field.split("/").slice(1), readPointer(said, field));
    },
    own,
  );
  const parts = isJsonObject(name) ? name : {};
  const isNamed = (parts["givenName"] ?? parts["familyName"]) !== undefined;
  return {
    ...data,
    name: isNamed ? name : own["name"],
    ...(isJsonObject(identities) && {
      identities: Object.fromEntries(
        Object.entries(identities).slice(0, maxIdentities),
      ),
    }),
  };
}

/** The document with a value at a path. Without a value, the field is removed, and so is an object without fields. */
function setIn(
  document: Document,
  [part = "", ...rest]: string[],
  value: unknown,
): Document {
  const { [part]: known, ...others } = document;
  const set =
    rest.length === 0
      ? value
      : setIn(isJsonObject(known) ? known : {}, rest, value);
  const isEmpty =
    set === undefined ||
    set === null ||
    (rest.length > 0 && isJsonObject(set) && Object.keys(set).length === 0);
  return isEmpty ? others : { ...document, [part]: set };
}
