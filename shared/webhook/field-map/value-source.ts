import * as z from "zod/mini";
import { validationMessages } from "../validation-issues.ts";
import { pointerSchema } from "../../json-pointer.ts";
import { dateFormatSchema } from "./read-date.ts";
import { isJsonObject } from "../../parse-json.ts";

/** The source of a value: a constant, a text that joins several sources, or a field of the payload. */
export type ValueSource = { value: unknown } | Join | FieldSource;

export type Join = { join: ValueSource[]; with: string };

export type FieldSource = z.output<z.ZodMiniObject<typeof placeFields>> & {
  /** The keys of a date's table are {@link dateKeys}. */
  values?: Record<string, ValueSource> | undefined;
  /** The source for a value that is not in the table. */
  otherwise?: ValueSource | undefined;
};

/** What the table of a date distinguishes, relative to the time of arrival or reading. */
const dateKeys = ["past", "today", "future", ""] as const;

/** Levels of nested tables and joins. Deeper maps would be unreadable. */
const maxLevels = 5;
const maxAlternatives = 10;
const maxConditions = 5;

/** The written form of a source: a pointer, `{ "from": ... }`, `{ "join": ... }` or `{ "value": ... }`. */
export const valueSourceSchema = sourceSchemaFor(maxLevels);

/** One source or several. Of several sources, the first that is not empty counts. */
export const valueSourcesSchema = chooseSchema((input) =>
  Array.isArray(input)
    ? listOf(valueSourceSchema)
    : z.pipe(
        valueSourceSchema,
        z.transform((source) => [source]),
      ),
);

function sourceSchemaFor(levelsLeft: number): z.ZodMiniType<ValueSource> {
  return chooseSchema<ValueSource>((input) => {
    if (!isJsonObject(input)) return pointerSourceSchema;
    if ("value" in input && !("from" in input)) return constantSchema;
    if (levelsLeft === 0) return tooDeepSchema;
    return "join" in input && !("from" in input)
      ? joinSchemaFor(levelsLeft - 1)
      : fieldSourceSchemaFor(levelsLeft - 1);
  });
}

const pointerSourceSchema = z.pipe(
  pointerSchema,
  z.transform((from): ValueSource => ({ from, of: "item" })),
);

const constantSchema = z.strictObject({ value: z.unknown() });

const tooDeepSchema = z.never(
  `must not nest more than ${maxLevels} tables or joins`,
);

function listOf(source: z.ZodMiniType<ValueSource>) {
  return z
    .array(source, 'must be a list, as in ["/street", "/houseNumber"]')
    .check(
      z.minLength(1, "must have at least one source"),
      z.maxLength(
        maxAlternatives,
        `must have at most ${maxAlternatives} sources`,
      ),
    );
}

function joinSchemaFor(levelsLeft: number): z.ZodMiniType<Join> {
  return z.strictObject({
    join: listOf(sourceSchemaFor(levelsLeft)),
    with: z._default(z.string().check(z.maxLength(10)), " "),
  });
}

const whereMessage = 'must name places and values, as in { "/type": "work" }';
const whereSchema = z
  .record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean()], whereMessage),
    whereMessage,
  )
  .check(
    z.refine((where) => {
      const places = Object.keys(where);
      return (
        places.length > 0 &&
        places.length <= maxConditions &&
        places.every((place) => pointerSchema.safeParse(place).success)
      );
    }, `must name 1 to ${maxConditions} places of an item, each starting with "/"`),
  );

/** The fields of a field source, without those that have sources themselves. */
const placeFields = {
  from: pointerSchema,
  /** Where the pointer starts: in the item of `each`, the whole body, or the data of the thin event of the record. */
  of: z._default(
    z.enum(["item", "body", "event"], 'must be "item", "body" or "event"'),
    "item",
  ),
  /** Selects items of a list by values at places of the item. */
  where: z.optional(whereSchema),
  /** The place of the value in the first selected item. */
  first: z.optional(pointerSchema),
  /** The place of a value in each selected item. The result is a list, or with `values` one entry of the table. */
  all: z.optional(pointerSchema),
  /** Whether a place that is missing is an error: the reader may not see it. Null and blank text are not missing. */
  required: z.optional(z.boolean()),
  /** The form in which the payload writes the date. */
  date: z.optional(dateFormatSchema),
  /** Whether null in the payload clears the field of a change. @default false: null is an empty value */
  nullClears: z.optional(z.boolean()),
};

function fieldSourceSchemaFor(levelsLeft: number): z.ZodMiniType<FieldSource> {
  const entry = tableEntrySchemaFor(levelsLeft);
  return z
    .strictObject({
      ...placeFields,
      values: z.optional(
        z.record(
          z.string(),
          entry,
          'must be a table, as in { "ENG": "Engineering" }',
        ),
      ),
      otherwise: z.optional(entry),
    })
    .check(({ value, issues }) => {
      for (const issue of combinationIssuesOf(value))
        issues.push({ code: "custom", input: undefined, ...issue });
    });
}

/** Finds parts of a field source that need another part, or exclude one. */
function combinationIssuesOf(field: FieldSource) {
  const { where, first, all, date, values, otherwise, nullClears } = field;
  const together = (part: keyof FieldSource, other: string) => ({
    path: [part],
    message: `must be used together with ${other}`,
  });
  const apart = (part: keyof FieldSource, other: string) => ({
    path: [part],
    message: `must not be used together with ${other}`,
  });
  const unknownKeys = Object.keys(date ? (values ?? {}) : {}).filter(
    (key) => !dateKeys.some((known) => known === key),
  );
  return [
    ...(where && first === undefined && all === undefined
      ? [together("where", '"first" or "all"')]
      : []),
    ...(all !== undefined && (first !== undefined || date)
      ? [apart("all", '"first" or "date"')]
      : []),
    ...(values && nullClears ? [apart("nullClears", '"values"')] : []),
    ...(otherwise && !values ? [together("otherwise", '"values"')] : []),
    ...unknownKeys.map((key) => ({
      path: ["values", key],
      message: 'must be past, today, future or "" in the table of a date',
    })),
  ];
}

/** All fields that a source may read: its own field, and the fields of its tables and joins. */
export function fieldSourcesOf(source: ValueSource): FieldSource[] {
  if ("value" in source) return [];
  if ("join" in source) return source.join.flatMap(fieldSourcesOf);
  const { values = {}, otherwise } = source;
  const entries = [...Object.values(values), ...(otherwise ? [otherwise] : [])];
  return [source, ...entries.flatMap(fieldSourcesOf)];
}

/** An entry of a table: an object is another source, any other input is a constant. */
function tableEntrySchemaFor(levelsLeft: number): z.ZodMiniType<ValueSource> {
  return chooseSchema<ValueSource>((input) =>
    isJsonObject(input) ? sourceSchemaFor(levelsLeft) : valueSchema,
  );
}

const valueSchema = z.pipe(
  z.unknown(),
  z.transform((value): ValueSource => ({ value })),
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
