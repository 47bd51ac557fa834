import * as z from "zod/mini";
import { plainMessages } from "../validation-issues.ts";
import { pointerSchema } from "./json-pointer.ts";

/** Where a value comes from: a constant, or a place in the payload, perhaps through a table of values. */
export type Source = { value: unknown } | Lookup;

export type Lookup = {
  from: string;
  /** What the pointer starts at: the item of `each`, or the whole body. */
  of: "item" | "body";
  values?: Record<string, Source> | undefined;
  /** For a value that is not in the table. */
  otherwise?: Source | undefined;
};

/** Tables within tables; more than this nobody could read. */
const maxLevels = 5;
const maxAlternatives = 10;

/** A source as it is written: a pointer, `{ "from": ... }` or `{ "value": ... }`. */
export const sourceSchema = sourceForm(maxLevels);

/** One source, or several of which the first that is not empty counts. */
export const sourcesSchema = formOf((input) =>
  Array.isArray(input)
    ? z
        .array(sourceSchema)
        .check(
          z.minLength(1, "must name at least one place"),
          z.maxLength(
            maxAlternatives,
            `must name at most ${maxAlternatives} places`,
          ),
        )
    : z.pipe(
        sourceSchema,
        z.transform((source) => [source]),
      ),
);

function sourceForm(levelsLeft: number): z.ZodMiniType<Source> {
  return formOf<Source>((input) => {
    if (!isObject(input)) return pointerAlone;
    if ("value" in input && !("from" in input)) return constantSchema;
    return levelsLeft > 0 ? lookupForm(levelsLeft - 1) : tooDeep;
  });
}

const pointerAlone = z.pipe(
  pointerSchema,
  z.transform((from): Source => ({ from, of: "item" })),
);

const constantSchema = z.strictObject({ value: z.unknown() });

const tooDeep = z.never(`must not nest more than ${maxLevels} tables`);

function lookupForm(levelsLeft: number): z.ZodMiniType<Lookup> {
  const entry = entryForm(levelsLeft);
  return z
    .strictObject({
      from: pointerSchema,
      of: z._default(
        z.enum(["item", "body"], 'must be "item" or "body"'),
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
    })
    .check(
      z.refine(({ values, otherwise }) => values || otherwise === undefined, {
        path: ["otherwise"],
        message: 'must stand beside "values"',
      }),
    );
}

/** What a table says: an object is another source, everything else the value itself. */
function entryForm(levelsLeft: number): z.ZodMiniType<Source> {
  return formOf<Source>((input) =>
    isObject(input) ? sourceForm(levelsLeft) : valueItself,
  );
}

const valueItself = z.pipe(
  z.unknown(),
  z.transform((value): Source => ({ value })),
);

/**
 * One of several forms, chosen by what was written. Unlike a union, whose issues say only that no form fits, it names
 * what is wrong within the form that was meant.
 */
export function formOf<T>(
  choose: (input: unknown) => z.ZodMiniType<T>,
): z.ZodMiniType<T> {
  return z.transform((input: unknown, context): T => {
    const parsed = choose(input).safeParse(input, plainMessages);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      context.issues.push({ ...issue, input: undefined });
    return z.NEVER;
  });
}

function isObject(input: unknown): input is object {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}
