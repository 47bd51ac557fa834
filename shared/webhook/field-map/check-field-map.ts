import { eventFields, kindOfField } from "./event-fields.ts";
import { namesOf } from "./json-pointer.ts";
import type { Source } from "./source.ts";

type FieldMapIssue = { path: PropertyKey[]; message: string };
type Fields = Readonly<Record<string, readonly Source[]>>;

/** What a well-formed map gets wrong about our events. */
export function checkFieldMap({
  type,
  fields,
}: {
  type: Source;
  fields: Fields;
}): FieldMapIssue[] {
  const outcomes = outcomesOf(type, ["type"]);
  const types = new Set(outcomes.flatMap(({ means }) => means ?? []));
  const targets = Object.keys(fields);
  const isKnown = (target: string) =>
    [...types].some((type) => kindOfField(type, target));
  return [
    ...outcomes.flatMap(({ issue }) => issue ?? []),
    ...noType(outcomes, types),
    ...targets.flatMap((target) =>
      isKnown(target)
        ? conflict(target, targets.filter(isKnown))
        : unknownTarget(target, types),
    ),
    ...[...types].flatMap((meant) => unfilled(meant, fields)),
  ];
}

/** What a type's source can come to: an event type, nothing (an ignored payload), or an issue. */
type SourceMeaning = { means?: string; issue?: FieldMapIssue };

function outcomesOf(source: Source, path: PropertyKey[]): SourceMeaning[] {
  if ("value" in source) return [outcomeOf(source.value, path)];
  const { values, otherwise } = source;
  if (!values)
    return [
      {
        issue: {
          path,
          message:
            'must say with "values" which of their values means which event type',
        },
      },
    ];
  return [
    ...Object.entries(values).flatMap(([key, entry]) =>
      outcomesOf(entry, [...path, "values", key]),
    ),
    ...(otherwise ? outcomesOf(otherwise, [...path, "otherwise"]) : []),
  ];
}

function outcomeOf(value: unknown, path: PropertyKey[]): SourceMeaning {
  if (value === null) return {};
  if (typeof value === "string" && Object.hasOwn(eventFields, value))
    return { means: value };
  const known = Object.keys(eventFields).join(", ");
  return { issue: { path, message: `must be one of ${known}, or null` } };
}

function noType(
  outcomes: readonly SourceMeaning[],
  types: ReadonlySet<string>,
): FieldMapIssue[] {
  const hasIssue = outcomes.some(({ issue }) => issue);
  return types.size > 0 || hasIssue
    ? []
    : [{ path: ["type"], message: "must lead to at least one event type" }];
}

function unknownTarget(
  target: string,
  types: ReadonlySet<string>,
): FieldMapIssue[] {
  if (types.size === 0) return [];
  const [first] = namesOf(target);
  const known = [...types].flatMap((type) =>
    Object.keys(eventFields[type]?.fields ?? {}),
  );
  const near = known.filter((field) => namesOf(field)[0] === first);
  const choice = new Set(near.length > 0 ? near : known);
  return [
    {
      path: ["fields", target],
      message: `is not a field of ${[...types].join(" or ")}; write one of ${[...choice].join(", ")}`,
    },
  ];
}

function conflict(target: string, targets: readonly string[]): FieldMapIssue[] {
  const parent = targets.find((other) => target.startsWith(`${other}/`));
  return parent === undefined
    ? []
    : [
        {
          path: ["fields", target],
          message: `must not stand beside ${parent}, which fills it already`,
        },
      ];
}

function unfilled(type: string, fields: Fields): FieldMapIssue[] {
  return (eventFields[type]?.required ?? [])
    .filter((field) => !Object.hasOwn(fields, field))
    .map((field) => ({
      path: ["fields"],
      message: `must fill ${field}, without which there is no ${type}`,
    }));
}
