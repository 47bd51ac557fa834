import type { EventDocument } from "../store/amendments.ts";
import type { FieldTimes } from "../store/employee.ts";
import type { Operation } from "../store/operation.ts";
import { StepFailure } from "../workflow/failure.ts";
import { type ChangeTimes, orderFields } from "./field-times.ts";
import { namedFields } from "./merge-person.ts";
import { maxIdentities } from "./person-data.ts";
import { type PersonChange, personChangeSchema } from "./person-patch.ts";

/** What a change says of a hire. */
export type HireChange = PersonChange & { zone?: string | undefined };

/** The data of a hire after a change. */
type AmendedHire = {
  data: EventDocument;
  /** The fields that differ, as JSON Pointers. */
  changed: string[];
  /** The fields that the change has set, whether they differ or not. */
  current: string[];
  /** The fields that a newer event has set. */
  outdated: string[];
  /** The identities above the number that a hire can have, which the change does not add. */
  surplus: string[];
  /** The times of all fields that changes have set. */
  fieldTimes: FieldTimes;
};

const avatar = "/avatar";

/**
 * Merges a change into the data of a hire that waits, as a JSON Merge Patch (RFC 7396). The hire counts with its event
 * time for each field: a change that came and held before it is outdated.
 *
 * @throws StepFailure `name-required` when the change clears the only name of the hire
 */
export function amendHire(
  hire: EventDocument,
  change: HireChange,
  at: ChangeTimes,
  { eventAtMs, amendment }: Pick<Operation, "eventAtMs" | "amendment">,
): AmendedHire {
  const known = { fieldTimes: amendment?.fieldTimes, openedAtMs: eventAtMs };
  const merge = (names: string[]) => {
    const ordered = orderFields(names, at, known);
    const data = ordered.current.reduce(
      (done, pointer) =>
        setIn(done, partsOf(pointer), valueOf(change, pointer)),
      hire,
    );
    return { ...ordered, data };
  };
  const names = namesIn(change);
  const surplus = surplusOf(merge(names).data);
  // An identity that is not added gets no time either: later, it would look like one that was cleared.
  const { current, outdated, fieldTimes, data } = merge(
    names.filter((pointer) => !surplus.includes(pointer)),
  );
  requireName(data);
  const changed = current.filter(
    (pointer) =>
      // The bytes of an inline avatar lie apart, so its data looks the same.
      (pointer === avatar && change.avatar) ||
      !isEqual(valueOf(hire, pointer), valueOf(data, pointer)),
  );
  return { data, changed, current, outdated, surplus, fieldTimes };
}

/**
 * What changes have made of the data of a hire, as one change: their fields with the values that the data has now. For a
 * hire that turns out to be a repetition, or that another hire replaces.
 */
export function amendedPart(
  hire: EventDocument,
  fieldTimes: FieldTimes,
): HireChange {
  const { "/identities": cleared, "/zone": zoneTime, ...times } = fieldTimes;
  const part: EventDocument = {};
  for (const pointer of Object.keys(times)) {
    const [field = "", key] = partsOf(pointer);
    const value = valueOf(hire, pointer) ?? null;
    const known = part[field];
    part[field] =
      key === undefined
        ? value
        : { ...(isDocument(known) ? known : {}), [key]: value };
  }
  if (cleared && part["identities"] === undefined) part["identities"] = null;
  const { zone } = hire;
  return {
    ...personChangeSchema.parse(part),
    ...(zoneTime && typeof zone === "string" && { zone }),
  };
}

function requireName({ name }: EventDocument): void {
  const parts = isDocument(name) ? name : {};
  if ((parts["givenName"] ?? parts["familyName"]) === undefined)
    throw new StepFailure("name-required");
}

function namesIn(change: HireChange): string[] {
  const { identities } = change;
  return [
    ...namedFields(change),
    ...(change.avatar === undefined ? [] : [avatar]),
    ...(change.zone === undefined ? [] : ["/zone"]),
    ...(identities === null ? ["/identities"] : []),
    ...Object.keys(identities ?? {}).map((kind) => `/identities/${kind}`),
  ];
}

function partsOf(pointer: string): string[] {
  return pointer.split("/").slice(1);
}

/** The value at a pointer. Undefined if there is none, also in an object that is null. */
function valueOf(document: object, pointer: string): unknown {
  return partsOf(pointer).reduce<unknown>(
    (value, part) =>
      isDocument(value) && Object.hasOwn(value, part) ? value[part] : undefined,
    document,
  );
}

/** The document with a value at a path. Without a value, the field is removed, and so is an object that is empty then. */
function setIn(
  document: EventDocument,
  [part = "", ...rest]: string[],
  value: unknown,
): EventDocument {
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

/** The identities of a hire that its schema would refuse. The ones that the hire has come first. */
function surplusOf({ identities }: EventDocument): string[] {
  const kinds = isDocument(identities) ? Object.keys(identities) : [];
  return kinds.slice(maxIdentities).map((kind) => `/identities/${kind}`);
}

function isDocument(value: unknown): value is EventDocument {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
