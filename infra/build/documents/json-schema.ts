import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Oas3_1Schema } from "@redocly/openapi-core";
import * as z from "zod/mini";
import { operationPageSchema } from "../../../functions/operations/contract.ts";
import {
  dateSchema,
  emailSchema,
  employeeIdSchema,
  instantSchema,
  yearsRule,
  zoneSchema,
} from "../../../shared/fields.ts";

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 and AsyncAPI 3 use it. */
export type JsonSchema = Oas3_1Schema;

export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Descriptions of schemas that no comment above a field describes, such as checks that are functions. */
export const descriptions = z.registry<{ description: string }>();
descriptions.add(emailSchema, {
  description: "An e-mail address, with letters of any script (RFC 6531).",
});
descriptions.add(dateSchema, {
  description: `A date (\`2026-01-31\`), or a date-time with its offset (\`2026-01-31T09:00:00+01:00\`), in ${yearsRule}.`,
});
descriptions.add(instantSchema, {
  description: `A date-time with its offset (\`2026-01-31T17:00:00+01:00\`), in ${yearsRule}.`,
});
descriptions.add(zoneSchema, {
  description: "The IANA name of a time zone, such as `Europe/Zurich`.",
});
descriptions.add(operationPageSchema, {
  description:
    "`next` is the `cursor` of the next page, and absent on the last page. `at` is when the API began to read the page.",
});
descriptions.add(employeeIdSchema, {
  description: "The id of the employee in the HR system. It never changes.",
});

/**
 * What a sender may send, as a JSON Schema. Our schemas of answers have no transforms, so it is also what we answer.
 *
 * @param files - source files whose comments describe the fields
 * @param names - the schemas that the document has by a name, and to which this one refers
 */
export function toJsonSchema(
  schema: z.core.$ZodType,
  files: readonly string[] = [],
  names: ReadonlyMap<z.core.$ZodType, string> = new Map(),
): JsonSchema {
  const { $schema: _, ...generated } = z.toJSONSchema(schema, {
    io: "input",
    metadata: descriptions,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema, path }) => {
      const replaceBy = (other: JsonSchema) => {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        Object.assign(jsonSchema, other);
      };
      const { def } = zodSchema._zod;
      const name = names.get(zodSchema);
      if (name !== undefined && path.length > 0) replaceBy(ref(name));
      else if (def.type === "pipe" && hasOpenInput(def))
        replaceBy(toJsonSchema(def.out));
      // A format says the same as its pattern, and people can read it.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return describeFields(generated, commentsIn(files));
}

/** Whether the input of a pipe accepts any value, so that only its output describes what a sender may send. */
function hasOpenInput({ in: input, out }: z.core.$ZodPipeDef): boolean {
  const isOpen =
    input._zod.def.type === "unknown" ||
    ("coerce" in input._zod.def && input._zod.def.coerce === true);
  // A transform describes nothing.
  return isOpen && out._zod.def.type !== "transform";
}

/** Describes each field by the comment above it, unless the field has a description already. */
function describeFields(
  schema: object,
  comments: ReadonlyMap<string, string>,
): JsonSchema {
  const described = JSON.stringify(schema, (key, value: unknown) => {
    if (key !== "properties") return value;
    return Object.fromEntries(
      Object.entries(fieldsSchema.parse(value)).map(([name, field]) => {
        const description = comments.get(name);
        return [name, description ? { description, ...field } : field];
      }),
    );
  });
  return jsonSchemaSchema.parse(JSON.parse(described));
}

const fieldsSchema = z.record(z.string(), z.looseObject({}));
const jsonSchemaSchema = z.custom<JsonSchema>(
  (value) => typeof value === "object" && value !== null,
);

const root = join(import.meta.dirname, "../../..");

/** The comments above fields, by the name of the field. A name that the files define twice has none. */
function commentsIn(files: readonly string[]): Map<string, string> {
  const text = files
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
  const isDefinedOnce = (name: string) =>
    [...text.matchAll(new RegExp(`^\\s*${name}: `, "gm"))].length === 1;
  return new Map(
    Array.from(
      text.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s*(\w+): /gs),
      ([, comment = "", name = ""]): [string, string] => [
        name,
        toSentences(comment),
      ],
    ).filter(([name]) => isDefinedOnce(name)),
  );
}

function toSentences(comment: string): string {
  return comment
    .replaceAll(/\s*\n\s*\*?\s*/g, " ")
    .replace(/@default (.*?)\s*$/, "Default: $1.")
    .trim();
}
