import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  validationIssuesOf,
  fieldsOf,
  validationMessages,
} from "../../../shared/webhook/validation-issues.ts";
import { rows } from "../../fixtures/rows.ts";

/** The issues for the sender, as `pointer detail`. */
function issuesOf(schema: z.ZodMiniType, value: unknown): string[] {
  const { error } = schema.safeParse(value, validationMessages);
  return validationIssuesOf(error?.issues ?? []).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
}

const word = z.string().check(z.regex(/^[a-z]+$/));

describe("validation issues", () => {
  test.each(rows<[expected: string, schema: z.ZodMiniType, value: unknown]>`
    must be a string | ${z.string()} | ${7}
    must be an object | ${z.object({})} | ${7}
    must be an object | ${z.record(z.string(), z.string())} | ${[]}
    must be an array | ${z.array(z.string())} | ${{}}
    must be at most 9 | ${z.number().check(z.lte(9))} | ${10}
    must be at least 1 | ${z.number().check(z.gte(1))} | ${0}
    must be more than 0 | ${z.number().check(z.gt(0))} | ${0}
    must have at most 3 characters | ${z.string().check(z.maxLength(3))} | four
    must have at least 1 character | ${z.string().check(z.minLength(1))} | ${""}
    must have at most 1 item | ${z.array(z.int()).check(z.maxLength(1))} | ${[1, 2]}
    must have at least 1 item | ${z.array(z.int()).check(z.minLength(1))} | ${[]}
    must be a valid email | ${z.email()} | zoe
    is not of an allowed form | ${word} | SLACK
    must be one of work, home | ${z.enum(["work", "home"])} | car
    is not of an allowed form | ${z.union([z.string(), z.int()])} | ${true}
    is not of an allowed form | ${z.int().check(z.multipleOf(5))} | ${7}
    must be even | ${z.int().check(z.refine((n) => n % 2 === 0, "must be even"))} | ${7}
  `)("say what is expected: %s", (expected, schema, value) => {
    expect(issuesOf(schema, value)).toEqual([`# ${expected}`]);
  });

  const kinds = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("a") }),
    z.object({ kind: z.literal("b") }),
  ]);
  const named = z.object({ identities: z.record(word, z.string()) });
  const strict = z.strictObject({ data: z.strictObject({ a: z.int() }) });

  test.each(rows<[string, z.ZodMiniType, object, string[]]>`
    the allowed values of an unknown discriminator | ${kinds} | ${{ kind: "c" }} | ${["#/kind must be one of a, b"]}
    the required form of an invalid field name | ${named} | ${{ identities: { SLACK: "U1" } }} | ${["#/identities/SLACK its name is not of an allowed form"]}
    the pointer of an unknown field | ${strict} | ${{ data: { a: 1, b: 2 }, "x/y~z": 3 }} | ${["#/data/b is not a known field", "#/x~1y~0z is not a known field"]}
  `)("give %s", (_, schema, value, expected) => {
    expect(issuesOf(schema, value)).toEqual(expected);
  });
});

test.each(rows<[string, z.ZodMiniType, unknown, string]>`
  of values | ${z.array(z.int())} | ${Array.from({ length: 300 }, String)} | #/99 must be a number
  of names | ${z.strictObject({})} | ${Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`n${n}`, 1]))} | #/n99 is not a known field
`)("issues %s are limited to the first hundred", (_, schema, value, last) => {
  const issues = issuesOf(schema, value);
  expect(issues).toHaveLength(100);
  expect(issues.at(-1)).toBe(last);
});

test("validation issues have the same text in any locale of zod", () => {
  z.config({ localeError: () => "er ikke gyldig" });
  expect(issuesOf(z.object({ name: z.string() }), {})).toEqual([
    "#/name must be given",
  ]);
  z.config({ localeError: undefined });
});

test("validation issues give the log each field once, without deeper names", () => {
  const schema = z.object({
    data: z.object({ tags: z.array(z.int()), name: z.string() }),
  });
  const { error } = schema.safeParse({ data: { tags: ["a", "b"] } });
  expect(fieldsOf(error?.issues ?? [])).toEqual(["#/data/tags", "#/data/name"]);
});
