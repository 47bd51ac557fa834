import { type ProblemType, problems } from "../../../shared/webhook/problem.ts";
import { type JsonSchema, ref } from "./json-schema.ts";

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
};

/** The last part of a path, which names one thing. */
export const idParameterOf = (thing: string, pattern: string): Parameter => ({
  name: "id",
  in: "path",
  required: true,
  description: `The id of ${thing}.`,
  schema: { type: "string", pattern: `^${pattern}$` },
});

/** What a request that only reads takes. */
export const needsOperator = "Needs the scope `operate` or `observe`.";

export type DocumentedAnswer = {
  $ref?: string;
  description?: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Content;
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
    content: Content;
  };
  responses: Record<string, DocumentedAnswer>;
};

export type Paths = Record<
  string,
  Partial<Record<"get" | "post" | "put", ApiOperation>>
>;

type Content = Record<
  string,
  { schema: JsonSchema; examples?: Record<string, { $ref: string }> }
>;

/** The JSON content of a request or an answer, with its schema and the examples of that. */
export function json(schema: JsonSchema): Content {
  const { $ref, oneOf = [], anyOf = oneOf } = schema;
  const names = [$ref, ...anyOf.map((one) => one.$ref)].flatMap(
    (one) => one?.split("/").at(-1) ?? [],
  );
  return { "application/json": { schema, examples: refersTo(names) } };
}

/** These examples of `components.examples`. */
function refersTo(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
  );
}

/** Only this status has several problem types. */
const conflict = 409;

/** The refusals with these problem types, by status, and that of the gateway. */
export function refusals(
  ...types: readonly ProblemType[]
): Record<string, DocumentedAnswer> {
  const statuses = [...new Set(types.map((type) => problems[type][0]))];
  const ours = statuses.map((status) => {
    const named = types.filter((type) => problems[type][0] === status);
    const [first] = named;
    const isAlone = status !== conflict && first !== undefined;
    return [
      String(status),
      isAlone ? answerOf(first) : refusal(named),
    ] as const;
  });
  return Object.fromEntries([...ours, ["429", answerOf("TooManyRequests")]]);
}

/** A reference to an answer of `components.responses`. */
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
        examples: refersTo(types),
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
