import type * as z from "zod/mini";
import {
  employeeFilterSchema,
  idPattern,
  operationFilterSchema,
} from "../../../functions/operations/contract.ts";
import {
  type BulkVerb,
  bulkVerbs,
  type Verb,
  verbRecords,
  verbs,
} from "../../../shared/store/verbs.ts";
import type { ProblemType } from "../../../shared/webhook/problem.ts";
import { ref, toJsonSchema } from "./json-schema.ts";
import {
  type ApiOperation,
  type DocumentedAnswer,
  json,
  idParameterOf,
  locationHeader,
  needsOperator,
  type Parameter,
  type Paths,
  refusals,
} from "./path-parts.ts";
import { operatorSecurity } from "./security-schemes.ts";

const common = { security: operatorSecurity };
const contract = ["functions/operations/contract.ts"];

const idParameter = idParameterOf("an operation", idPattern);

/** For which events the sender must not use the verb. Empty if it may use the verb. */
function describeFourEyes(verb: Verb): string {
  const types = verbRecords[verb].fourEyes;
  if (types === undefined) return "";
  const events =
    types === "all"
      ? "the event"
      : `an event of ${types.map((type) => `\`${type}\``).join(" or ")}`;
  return ` Not for the caller that sent ${events}.`;
}

/** The parameters of a query, from the schema that checks it. */
export function queryOf(
  schema: z.core.$ZodType,
  files: readonly string[] = contract,
): Parameter[] {
  const { properties = {}, required = [] } = toJsonSchema(schema, files);
  return Object.entries(properties).map(
    ([name, { description, ...parameter }]) => ({
      name,
      in: "query",
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: parameter,
    }),
  );
}

function verbPath(verb: Verb): [string, { post: ApiOperation }] {
  const { summary, description, refusal, field } = verbRecords[verb];
  const fourEyesText = describeFourEyes(verb);
  return [
    `/operations/{id}/${verb}`,
    {
      post: {
        ...common,
        operationId: `${verb}-operation`,
        tags: ["Operations"],
        summary,
        description: [
          description,
          `Needs the scope \`operate\`.${fourEyesText}`,
        ]
          .filter(Boolean)
          .join(" "),
        parameters: [idParameter],
        requestBody: {
          required: field === "note",
          content: json(ref("VerbRequest")),
        },
        responses: {
          "200": verbAnswer("Done"),
          "202": verbAnswer("Accepted. The work follows"),
          ...refusals(
            "validation-error",
            "unauthorized",
            "forbidden",
            "not-found",
            refusal,
            ...(fourEyesText !== "" ? (["sent-by-yourself"] as const) : []),
            "payload-too-large",
            "unavailable",
          ),
        },
      },
    },
  ];
}

function verbAnswer(description: string): DocumentedAnswer {
  return {
    description,
    headers: locationHeader,
    content: json(ref("Operation")),
  };
}

function bulkPath(verb: BulkVerb): [string, { post: ApiOperation }] {
  return [
    `/operations/${verb}`,
    {
      post: {
        ...common,
        operationId: `${verb}-operations`,
        tags: ["Operations"],
        summary: `${verbRecords[verb].summary}: many at once`,
        description:
          "Needs the scope `operate`. Names operations, or selects them. A repeated request changes nothing twice.",
        requestBody: { required: true, content: json(ref("BulkRequest")) },
        responses: {
          "200": {
            description: "What became of each operation",
            content: json(ref("BulkResult")),
          },
          ...refusals(
            "validation-error",
            "unauthorized",
            "forbidden",
            "payload-too-large",
            "unavailable",
          ),
        },
      },
    },
  ];
}

/** The paths of the operators' API. */
export const operatorPaths: Paths = {
  "/operations": readOf("Operations", "list-operations", {
    summary: "List operations, the newest first",
    description:
      "A caller without `operate` or `observe` sees its own operations. Every filter may stand alone. A page may be short.",
    parameters: queryOf(operationFilterSchema),
    answer: ["A page", "OperationPage"],
    refused: ["validation-error", "unauthorized"],
  }),
  "/operations/{id}": readOf("Operations", "show-operation", {
    summary: "Show an operation",
    parameters: [idParameter],
    answer: ["The operation", "Operation"],
    refused: ["unauthorized", "not-found"],
  }),
  ...Object.fromEntries(verbs.map(verbPath)),
  ...Object.fromEntries(bulkVerbs.map(bulkPath)),
  "/overview": readOf("Deployment", "show-overview", {
    summary: "Show what needs attention",
    description: needsOperator,
    answer: ["The overview", "Overview"],
    refused: ["unauthorized", "forbidden"],
  }),
  "/problems": {
    get: {
      operationId: "show-problem-types",
      tags: ["Deployment"],
      summary: "Explain the problem types, as a page to read",
      description: "The `type` of each problem document leads here.",
      security: [],
      responses: {
        "200": { description: "The page, in HTML" },
        ...refusals(),
      },
    },
  },
  "/employees": readOf("Employees", "list-employees", {
    summary: "List the employees of a state",
    description: needsOperator,
    parameters: queryOf(employeeFilterSchema),
    answer: ["A page", "EmployeePage"],
    refused: ["validation-error", "unauthorized", "forbidden"],
  }),
  "/employees/{id}": readOf("Employees", "show-employee", {
    summary: "Show an employee, without personal data",
    description: needsOperator,
    parameters: [
      {
        ...idParameter,
        description: "The id of the employee in the HR system.",
        schema: { type: "string" },
      },
    ],
    answer: ["The employee", "Employee"],
    refused: ["unauthorized", "forbidden", "not-found"],
  }),
};

type Read = Pick<ApiOperation, "summary" | "description" | "parameters"> & {
  /** What the answer is, and the name of its schema. */
  answer: [description: string, schema: string];
  refused: ProblemType[];
};

/** A path that only shows. */
function readOf(
  tag: string,
  operationId: string,
  { answer: [description, schema], refused, ...operation }: Read,
): { get: ApiOperation } {
  return {
    get: {
      ...common,
      operationId,
      tags: [tag],
      ...operation,
      responses: {
        "200": { description, content: json(ref(schema)) },
        ...refusals(...refused, "unavailable"),
      },
    },
  };
}
