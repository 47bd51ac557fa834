import * as z from "zod/mini";
import { zoneRule, zoneSchema } from "../fields.ts";

/** What a setting may be: the schema that checks it, and the same rule in words. */
export type Value<T> = { readonly schema: z.core.$ZodType<T>; rule: string };

/** Creates a schema when it is read: a function reads few of the settings that its start defines. */
export function lazyValue<T>(
  rule: string,
  createSchema: () => z.core.$ZodType<T>,
): Value<T> {
  return {
    rule,
    get schema() {
      return createSchema();
    },
  };
}

/** @param from - and `to`, both included */
export function wholeNumber(from: number, to: number): Value<number> {
  const rule = `a whole number from ${from} to ${to}`;
  const error = `must be ${rule}`;
  return lazyValue(rule, () => integerSchema(from, to, error));
}

/** @param word - stands for a number without end */
export function wholeNumberOr<const W extends string>(
  from: number,
  to: number,
  word: W,
): Value<number | W> {
  const rule = `a whole number from ${from} to ${to}, or ${word}`;
  const error = `must be ${rule}`;
  return lazyValue(rule, () =>
    z.union([integerSchema(from, to, error), z.literal(word)], error),
  );
}

function integerSchema(from: number, to: number, error: string) {
  return z.int(error).check(z.gte(from, error), z.lte(to, error));
}

export function oneOf<const T extends string>(...options: T[]): Value<T> {
  return lazyValue(`one of ${options.join(", ")}`, () => z.enum(options));
}

export function yesOrNo(): Value<boolean> {
  return lazyValue("true or false", () => z.boolean());
}

export function matching(pattern: RegExp, rule: string): Value<string> {
  return lazyValue(rule, () =>
    z.string().check(z.regex(pattern, `must be ${rule}`)),
  );
}

/** An address of the platform. The local stack has its platform on http; `cdk.json` accepts only https. */
export function address(): Value<string> {
  const rule = "an https address without credentials, query and fragment";
  return lazyValue(rule, () => z.url(`must be ${rule}`));
}

export function httpsAddressOrEmpty(): Value<string> {
  return matching(/^(?:https:\/\/\S+)?$/, "an https address, or empty");
}

export function timeZone(): Value<string> {
  return { schema: zoneSchema, rule: zoneRule };
}

/** The name of a resource of AWS, or of a user. */
export function name(): Value<string> {
  return lazyValue("a name", () => z.string().check(z.minLength(1)));
}

/** @param ofWhat - of each item, in the plural */
export function listOf<T>(
  item: z.core.$ZodType<T>,
  max: number,
  ofWhat: string,
): Value<T[]> {
  const rule = `a list of at most ${max} ${ofWhat}`;
  return lazyValue(rule, () =>
    z.array(item).check(z.maxLength(max, `must be ${rule}`)),
  );
}
