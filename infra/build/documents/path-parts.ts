import type {
  Oas3Operation,
  Oas3Parameter,
  Oas3RequestBody,
  Oas3Response,
} from "@redocly/openapi-core";
import type * as z from "zod/mini";
import { type ProblemType, problems } from "../../../shared/webhook/problem.ts";
import { type JsonSchema, ref, toJsonSchema } from "./json-schema.ts";

export type Parameter = Oas3Parameter<JsonSchema>;

export const idParameterOf = (thing: string, pattern: string): Parameter => ({
  name: "id",
  in: "path",
  required: true,
  description: `The id of ${thing}.`,
  schema: { type: "string", pattern: `^${pattern}$` },
});

/** The parameters of a query, from the schema that checks it and the comments of its file. */
export function queryOf(schema: z.core.$ZodType, file: string): Parameter[] {
  const { properties = {}, required = [] } = toJsonSchema(schema, [file]);
  return Object.entries<JsonSchema>(properties).map(
    ([name, { description, ...parameter }]) => ({
      name,
      in: "query",
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: parameter,
    }),
  );
}

export type DocumentedAnswer = Oas3Response<JsonSchema> & { $ref?: string };
type RequestBody = Oas3RequestBody<JsonSchema>;
export type ApiOperation = Omit<
  Oas3Operation<JsonSchema>,
  "parameters" | "requestBody" | "responses"
> & {
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, DocumentedAnswer>;
};

export type Paths = Record<
  string,
  Partial<Record<"get" | "post" | "put", ApiOperation>>
>;

/** The JSON content of a request or an answer, with its schema and the examples of the schema. */
export function json(schema: JsonSchema): RequestBody["content"] {
  const alternatives = schema.anyOf ?? schema.oneOf ?? [];
  const names = [schema, ...alternatives].flatMap(
    ({ $ref }) => $ref?.split("/").at(-1) ?? [],
  );
  return { "application/json": { schema, examples: examplesOf(names) } };
}

function examplesOf(
  names: readonly string[],
): Record<string, { $ref: string }> {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
  );
}

export function answer(
  description: string,
  schema?: string,
  headers?: NonNullable<DocumentedAnswer["headers"]>,
): DocumentedAnswer {
  return {
    description,
    ...(headers && { headers }),
    ...(schema !== undefined && { content: json(ref(schema)) }),
  };
}

const neededScopes = {
  operate: "Needs the scope `operate`.",
  observe: "Needs the scope `operate` or `observe`.",
};

export type Described = Omit<
  ApiOperation,
  "tags" | "requestBody" | "responses"
> & {
  tag: string;
  /** The scope that a caller needs. Without it, each caller sees its own operations only. */
  needs?: keyof typeof neededScopes;
  /** Follows the scope in the description. */
  note?: string;
  /** The body, or the name of its schema. */
  body?: string | RequestBody;
  answers: Record<string, DocumentedAnswer>;
  /** The refusals that do not follow from the parameters, the body and the scope. */
  refused?: readonly ProblemType[];
};

/** Describes an operation, and adds the refusals that follow from its parameters, its body and its scope. */
export function operationOf({
  tag,
  needs,
  note = "",
  body,
  answers,
  refused = [],
  ...described
}: Described): ApiOperation {
  const { parameters = [], security = [] } = described;
  const description = [
    described.description,
    needs && neededScopes[needs],
    note,
  ]
    .filter(Boolean)
    .join(" ");
  const has = (part: Partial<Parameter>) =>
    parameters.some(
      (one) => one.in === part.in && one.name === (part.name ?? one.name),
    );
  const isSigned = security.length > 0;
  const implied: [type: ProblemType, applies: boolean][] = [
    ["validation-error", body !== undefined || has({ in: "query" })],
    ["payload-too-large", body !== undefined],
    ["unauthorized", isSigned],
    ["forbidden", needs !== undefined],
    ["not-found", has({ in: "path", name: "id" })],
    ["unavailable", isSigned],
  ];
  return {
    ...described,
    tags: [tag],
    ...(description !== "" && { description }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        ...(typeof body === "string" ? { content: json(ref(body)) } : body),
      },
    }),
    responses: {
      ...answers,
      ...refusals([
        ...refused,
        ...implied.flatMap(([type, applies]) => (applies ? [type] : [])),
      ]),
    },
  };
}

/** The only status that has several problem types. */
const conflict = 409;

/** The refusals with these problem types, by status, and the 429 of the gateway. */
function refusals(
  types: readonly ProblemType[],
): Record<string, DocumentedAnswer> {
  const statuses = [...new Set(types.map((type) => problems[type][0]))];
  const ours = statuses.map((status) => {
    const named = types.filter((type) => problems[type][0] === status);
    const [only] = status === conflict ? [] : named;
    return [String(status), only ? answerOf(only) : refusal(named)] as const;
  });
  return Object.fromEntries([...ours, ["429", answerOf("TooManyRequests")]]);
}

const answerOf = (name: ProblemType | "TooManyRequests"): DocumentedAnswer => ({
  $ref: `#/components/responses/${name}`,
});

function refusal(types: readonly string[]): DocumentedAnswer {
  const links = types.map((type) => `[\`${type}\`](problems.md#${type})`);
  return {
    description: `Refused: ${links.join(", ")}`,
    content: {
      "application/problem+json": {
        schema: ref("Problem"),
        examples: examplesOf(types),
      },
    },
  };
}

/** `components.responses`: the refusals of one type, and what the gateway answers before any function. */
export const responses: Record<string, DocumentedAnswer> = {
  ...Object.fromEntries(
    Object.entries(problems)
      .filter(([, [status]]) => status !== conflict)
      .map(([type]) => [type, refusal([type])]),
  ),
  TooManyRequests: {
    description:
      "Refused by API Gateway: more requests than the settings `requestsPerSecond` and `requestBurst` allow, or `operationsRequestsPerSecond` and `operationsRequestBurst`. It is not a problem document and has no `Retry-After`: wait for a second, then longer each time",
    content: json(ref("TooManyRequests")),
  },
};

export const locationHeader = {
  location: {
    description: "The path of the operation: `/operations/{id}`.",
    schema: { type: "string" },
  },
};
