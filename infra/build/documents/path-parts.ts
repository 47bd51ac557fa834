import { type ProblemType, problems } from "../../../shared/webhook/problem.ts";
import { type JsonSchema, ref } from "./json-schema.ts";

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
};

export type DocumentedAnswer = {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Record<string, { schema: JsonSchema }>;
};

export type ApiOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: {
    required: boolean;
    description?: string;
    content: Record<string, { schema: JsonSchema }>;
  };
  responses: Record<string, DocumentedAnswer>;
};

export type Paths = Record<
  string,
  Partial<Record<"get" | "post", ApiOperation>>
>;

/** The JSON content of a request or an answer, with its schema. */
export function json(schema: JsonSchema) {
  return { "application/json": { schema } };
}

/** The refusals with these problem types, by status. */
export function refusals(
  ...types: readonly ProblemType[]
): Record<string, DocumentedAnswer> {
  const statuses = [...new Set(types.map((type) => problems[type][0]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const named = types.filter((type) => problems[type][0] === status);
      const links = named.map((type) => `[\`${type}\`](problems.md#${type})`);
      return [
        String(status),
        {
          description: `Refused: ${links.join(", ")}`,
          content: { "application/problem+json": { schema: ref("Problem") } },
        },
      ];
    }),
  );
}

export const locationHeader = {
  location: {
    description: "The path of the operation: `/operations/{id}`.",
    schema: { type: "string" },
  },
};
