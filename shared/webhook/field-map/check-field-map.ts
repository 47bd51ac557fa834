import { eventFactsOf, eventTypes } from "../../event-types.ts";
import { kindOfField, nearestField } from "./event-fields.ts";
import { pointerNamesOf } from "../../json-pointer.ts";
import type { ValueSource } from "./value-source.ts";

type FieldMapIssue = { path: PropertyKey[]; message: string };
type Fields = Readonly<Record<string, readonly ValueSource[]>>;

type CheckedMap = {
  type: ValueSource;
  fields: Fields;
  leftWithoutLastDay?: boolean | undefined;
  withdrawLastDay?: boolean | undefined;
};

/** The types of the events that a well-formed map can lead to. */
export function eventTypesOf(map: CheckedMap): ReadonlySet<string> {
  const types = meaningsOf(map.type, ["type"]).flatMap(
    ({ eventType }) => eventType ?? [],
  );
  const withdraws =
    map.withdrawLastDay &&
    !map.leftWithoutLastDay &&
    Object.hasOwn(map.fields, "/lastDay") &&
    types.includes("employee.terminated");
  return new Set([
    ...types,
    ...(withdraws ? ["employee.termination_cancelled"] : []),
  ]);
}

/** Finds the mistakes of a well-formed map: unknown event types, unknown fields, missing required fields. */
export function checkFieldMap(map: CheckedMap): FieldMapIssue[] {
  const { type, fields } = map;
  const meanings = meaningsOf(type, ["type"]);
  const types = eventTypesOf(map);
  const targets = Object.keys(fields);
  const isKnown = (target: string) =>
    [...types].some((eventType) => kindOfField(eventType, target));
  return [
    ...meanings.flatMap(({ issue }) => issue ?? []),
    ...checkTypes(meanings, types),
    ...targets.flatMap((target) =>
      isKnown(target)
        ? checkOverlap(target, targets.filter(isKnown))
        : unknownTarget(target, types),
    ),
    ...[...types].flatMap((eventType) => checkRequired(eventType, fields)),
  ];
}

/** A possible result of the type's source: an event type, nothing (the payload is ignored), or an issue. */
type SourceMeaning = { eventType?: string; issue?: FieldMapIssue };

function meaningsOf(source: ValueSource, path: PropertyKey[]): SourceMeaning[] {
  if ("value" in source) return [meaningOf(source.value, path)];
  const { values, otherwise } = "join" in source ? {} : source;
  if (!values)
    return [
      {
        issue: {
          path,
          message:
            'must have "values", which say what event type each value of the payload means',
        },
      },
    ];
  return [
    ...Object.entries(values).flatMap(([key, entry]) =>
      meaningsOf(entry, [...path, "values", key]),
    ),
    ...(otherwise ? meaningsOf(otherwise, [...path, "otherwise"]) : []),
  ];
}

function meaningOf(value: unknown, path: PropertyKey[]): SourceMeaning {
  if (value === null) return {};
  if (typeof value === "string" && eventFactsOf(value)?.map)
    return { eventType: value };
  const known = eventTypes.filter((type) => eventFactsOf(type).map).join(", ");
  return { issue: { path, message: `must be one of ${known}, or null` } };
}

function checkTypes(
  meanings: readonly SourceMeaning[],
  types: ReadonlySet<string>,
): FieldMapIssue[] {
  const hasIssue = meanings.some(({ issue }) => issue);
  return types.size > 0 || hasIssue
    ? []
    : [{ path: ["type"], message: "must lead to at least one event type" }];
}

function unknownTarget(
  target: string,
  types: ReadonlySet<string>,
): FieldMapIssue[] {
  if (types.size === 0) return [];
  const [first] = pointerNamesOf(target);
  const known = [...types].flatMap((type) =>
    Object.keys(eventFactsOf(type)?.map?.fields ?? {}),
  );
  const meant = nearestField(target, known);
  const near = known.filter((field) => pointerNamesOf(field)[0] === first);
  const choice = new Set(near.length > 0 ? near : known);
  return [
    {
      path: ["fields", target],
      message: `is not a field of ${[...types].join(" or ")}; ${meant ? `did you mean ${meant}?` : `write one of ${[...choice].join(", ")}`}`,
    },
  ];
}

function checkOverlap(
  target: string,
  targets: readonly string[],
): FieldMapIssue[] {
  const parent = targets.find((other) => target.startsWith(`${other}/`));
  return parent === undefined
    ? []
    : [
        {
          path: ["fields", target],
          message: `must not be mapped together with ${parent}, which fills it already`,
        },
      ];
}

function checkRequired(type: string, fields: Fields): FieldMapIssue[] {
  const { required = [], requiredOneOf } = eventFactsOf(type)?.map ?? {};
  const choices = required.map((field) => [field]);
  return [...choices, ...(requiredOneOf ? [requiredOneOf] : [])]
    .filter((choice) => !choice.some((field) => Object.hasOwn(fields, field)))
    .map((choice) => ({
      path: ["fields"],
      message: `must fill ${choice.join(" or ")}, which ${type} requires`,
    }));
}
