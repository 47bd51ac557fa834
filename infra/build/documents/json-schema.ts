import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import {
  dateSchema,
  emailSchema,
  employeeIdSchema,
  instantSchema,
  yearsRule,
  zoneSchema,
} from "../../../shared/fields.ts";

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 and AsyncAPI 3 use it. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  title?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  contentEncoding?: string;
};

/** A schema of the document, by its name. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Descriptions of the checks that are functions, which zod cannot describe. */
const checkDescriptions = z.registry<{ description: string }>();
checkDescriptions.add(emailSchema, {
  description: "An e-mail address, with letters of any script (RFC 6531).",
});
checkDescriptions.add(dateSchema, {
  description: `A date (\`2026-01-31\`), or a date-time with its offset (\`2026-01-31T09:00:00+01:00\`), in ${yearsRule}.`,
});
checkDescriptions.add(instantSchema, {
  description: `A date-time with its offset (\`2026-01-31T17:00:00+01:00\`), in ${yearsRule}.`,
});
checkDescriptions.add(zoneSchema, {
  description: "The IANA name of a time zone, such as `Europe/Zurich`.",
});
checkDescriptions.add(employeeIdSchema, {
  description: "The id of the employee in the HR system. It never changes.",
});

/**
 * What a sender may send, as a JSON Schema. Our schemas of answers have no transforms, so it is also what we answer.
 *
 * @param files - source files whose comments describe the fields
 */
export function toJsonSchema(
  schema: z.core.$ZodType,
  files: readonly string[] = [],
): JsonSchema {
  const { $schema: _, ...generated } = z.toJSONSchema(schema, {
    io: "input",
    metadata: checkDescriptions,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type === "pipe" && hasOpenInput(def)) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        Object.assign(jsonSchema, toJsonSchema(def.out));
      }
      // The format says the same, and can be read.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return describeFields(jsonSchemaSchema.parse(generated), commentsIn(files));
}

const jsonSchemaSchema = z.custom<JsonSchema>(
  (value) => typeof value === "object" && value !== null,
);

/** Whether the input of a pipe accepts any value, so that only its output describes what a sender may send. */
function hasOpenInput({ in: input, out }: z.core.$ZodPipeDef): boolean {
  const isOpen =
    input._zod.def.type === "unknown" ||
    ("coerce" in input._zod.def && input._zod.def.coerce === true);
  // A transform describes nothing.
  return isOpen && out._zod.def.type !== "transform";
}

/** Adds the comment above a field, where the field has one comment only and no description yet. */
function describeFields(
  schema: JsonSchema,
  comments: ReadonlyMap<string, string>,
): JsonSchema {
  const { properties, items, anyOf, oneOf, additionalProperties } = schema;
  const within = (one: JsonSchema) => describeFields(one, comments);
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => {
          const description = comments.get(name);
          return [name, within(description ? { description, ...one } : one)];
        }),
      ),
    }),
    ...(items && { items: within(items) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
    ...(oneOf && { oneOf: oneOf.map(within) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: within(additionalProperties),
    }),
  };
}

const root = join(import.meta.dirname, "../../..");

/** The comments of fields that occur once in their files, by the name of the field. */
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
