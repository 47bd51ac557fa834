import * as z from "zod/mini";
import { zoneRule, zoneSchema } from "../fields.ts";

/** What a setting may be: the schema that checks it, and the same rule in words. */
export type Value<T> = { schema: z.core.$ZodType<T>; rule: string };

/** @param from - and `to`, both included */
export function wholeNumber(from: number, to: number): Value<number> {
  const rule = `a whole number from ${from} to ${to}`;
  const error = `must be ${rule}`;
  return {
    schema: z.int(error).check(z.gte(from, error), z.lte(to, error)),
    rule,
  };
}

export function oneOf<const T extends string>(...options: T[]): Value<T> {
  return { schema: z.enum(options), rule: `one of ${options.join(", ")}` };
}

export function matching(pattern: RegExp, rule: string): Value<string> {
  return {
    schema: z.string().check(z.regex(pattern, `must be ${rule}`)),
    rule,
  };
}

/** An address of the platform. The local stack has its platform on http; `cdk.json` accepts only https. */
export function address(): Value<string> {
  const rule = "an https address without credentials, query and fragment";
  return { schema: z.url(`must be ${rule}`), rule };
}

export function httpsAddressOrEmpty(): Value<string> {
  const rule = "an https address, or empty";
  return {
    schema: z
      .string()
      .check(z.regex(/^(?:https:\/\/\S+)?$/, `must be ${rule}`)),
    rule,
  };
}

export function timeZone(): Value<string> {
  return { schema: zoneSchema, rule: zoneRule };
}

/** The name of a resource of AWS, or of a user. */
export function name(): Value<string> {
  return { schema: z.string().check(z.minLength(1)), rule: "a name" };
}

/** @param ofWhat - of each item, in the plural */
export function listOf<T>(
  item: z.core.$ZodType<T>,
  max: number,
  ofWhat: string,
): Value<T[]> {
  const rule = `a list of at most ${max} ${ofWhat}`;
  return {
    schema: z.array(item).check(z.maxLength(max, `must be ${rule}`)),
    rule,
  };
}
