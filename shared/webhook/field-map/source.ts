import * as z from "zod/mini";
import { validationMessages } from "../validation-issues.ts";
import { pointerSchema } from "../../json-pointer.ts";

/** The source of a value: a constant, or a field of the payload, optionally translated by a table of values. */
export type Source = { value: unknown } | Lookup;

export type Lookup = {
  from: string;
  /** The start of the pointer: the item of `each`, the whole body, or the data of the thin event whose record is read. */
  of: "item" | "body" | "event";
  values?: Record<string, Source> | undefined;
  /** The source for a value that is not in the table. */
  otherwise?: Source | undefined;
  /** Whether null in the payload clears the field of a change. @default false: null is an empty value */
  nullClears?: boolean | undefined;
};

/** Levels of nested tables. Deeper maps would be unreadable. */
const maxLevels = 5;
const maxAlternatives = 10;

/** The written form of a source: a pointer, `{ "from": ... }` or `{ "value": ... }`. */
export const sourceSchema = sourceSchemaFor(maxLevels);

/** One source or several. Of several sources, the first that is not empty counts. */
export const sourcesSchema = chooseSchema((input) =>
  Array.isArray(input)
    ? z
        .array(sourceSchema)
        .check(
          z.minLength(1, "must have at least one source"),
          z.maxLength(
            maxAlternatives,
            `must have at most ${maxAlternatives} sources`,
          ),
        )
    : z.pipe(
        sourceSchema,
        z.transform((source) => [source]),
      ),
);

function sourceSchemaFor(levelsLeft: number): z.ZodMiniType<Source> {
  return chooseSchema<Source>((input) => {
    if (!isObject(input)) return pointerSourceSchema;
    if ("value" in input && !("from" in input)) return constantSchema;
    return levelsLeft > 0 ? lookupSchemaFor(levelsLeft - 1) : tooDeepSchema;
  });
}

const pointerSourceSchema = z.pipe(
  pointerSchema,
  z.transform((from): Source => ({ from, of: "item" })),
);

const constantSchema = z.strictObject({ value: z.unknown() });

const tooDeepSchema = z.never(`must not nest more than ${maxLevels} tables`);

function lookupSchemaFor(levelsLeft: number): z.ZodMiniType<Lookup> {
  const entry = tableEntrySchemaFor(levelsLeft);
  return z
    .strictObject({
      from: pointerSchema,
      of: z._default(
        z.enum(["item", "body", "event"], 'must be "item", "body" or "event"'),
        "item",
      ),
      values: z.optional(
        z.record(
          z.string(),
          entry,
          'must be a table, as in { "ENG": "Engineering" }',
        ),
      ),
      otherwise: z.optional(entry),
      nullClears: z.optional(z.boolean()),
    })
    .check(
      z.refine(({ values, nullClears }) => !(values && nullClears), {
        path: ["nullClears"],
        message: 'must not be used together with "values"',
      }),
    )
    .check(
      z.refine(({ values, otherwise }) => values || otherwise === undefined, {
        path: ["otherwise"],
        message: 'must be used together with "values"',
      }),
    );
}

/** All lookups that a source may make: its own and those of its tables. */
export function lookupsOf(source: Source): Lookup[] {
  if ("value" in source) return [];
  const { values = {}, otherwise } = source;
  const entries = [...Object.values(values), ...(otherwise ? [otherwise] : [])];
  return [source, ...entries.flatMap(lookupsOf)];
}

/** An entry of a table: an object is another source, any other input is a constant. */
function tableEntrySchemaFor(levelsLeft: number): z.ZodMiniType<Source> {
  return chooseSchema<Source>((input) =>
    isObject(input) ? sourceSchemaFor(levelsLeft) : valueSchema,
  );
}

const valueSchema = z.pipe(
  z.unknown(),
  z.transform((value): Source => ({ value })),
);

/**
 * Parses with a schema that depends on the input. A union would only report that no form fits. This schema reports the
 * issues of the form that the admin meant.
 */
export function chooseSchema<T>(
  choose: (input: unknown) => z.ZodMiniType<T>,
): z.ZodMiniType<T> {
  return z.transform((input: unknown, context): T => {
    const parsed = choose(input).safeParse(input, validationMessages);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      context.issues.push({ ...issue, input: undefined });
    return z.NEVER;
  });
}

function isObject(input: unknown): input is object {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}
