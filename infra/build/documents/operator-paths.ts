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
import { ref, toJsonSchema } from "./json-schema.ts";
import {
  type ApiOperation,
  json,
  locationHeader,
  type Parameter,
  type Paths,
  refusals,
} from "./path-parts.ts";

const common = { security: [{ bearer: [] }] };
const contract = ["functions/operations/contract.ts"];

const idParameter: Parameter = {
  name: "id",
  in: "path",
  required: true,
  description: "The id of an operation.",
  schema: { type: "string", pattern: `^${idPattern}$` },
};

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
function queryOf(schema: z.core.$ZodType): Parameter[] {
  const { properties = {}, required = [] } = toJsonSchema(schema, contract);
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
          "200": {
            description: "Done",
            headers: locationHeader,
            content: json(ref("Operation")),
          },
          "202": {
            description: "Accepted. The work follows",
            headers: locationHeader,
            content: json(ref("Operation")),
          },
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
  "/operations": {
    get: {
      ...common,
      operationId: "list-operations",
      tags: ["Operations"],
      summary: "List operations, the newest first",
      description:
        "A caller without `operate` or `observe` sees its own operations. Every filter may stand alone. A page may be short.",
      parameters: queryOf(operationFilterSchema),
      responses: {
        "200": { description: "A page", content: json(ref("OperationPage")) },
        ...refusals("validation-error", "unauthorized", "unavailable"),
      },
    },
  },
  "/operations/{id}": {
    get: {
      ...common,
      operationId: "show-operation",
      tags: ["Operations"],
      summary: "Show an operation",
      parameters: [idParameter],
      responses: {
        "200": {
          description: "The operation",
          content: json(ref("Operation")),
        },
        ...refusals("unauthorized", "not-found", "unavailable"),
      },
    },
  },
  ...Object.fromEntries(verbs.map(verbPath)),
  ...Object.fromEntries(bulkVerbs.map(bulkPath)),
  "/overview": {
    get: {
      ...common,
      operationId: "show-overview",
      tags: ["Deployment"],
      summary: "Show what needs attention",
      description: "Needs the scope `operate` or `observe`.",
      responses: {
        "200": { description: "The overview", content: json(ref("Overview")) },
        ...refusals("unauthorized", "forbidden", "unavailable"),
      },
    },
  },
  "/employees": {
    get: {
      ...common,
      operationId: "list-employees",
      tags: ["Employees"],
      summary: "List the employees of a state",
      description: "Needs the scope `operate` or `observe`.",
      parameters: queryOf(employeeFilterSchema),
      responses: {
        "200": { description: "A page", content: json(ref("EmployeePage")) },
        ...refusals(
          "validation-error",
          "unauthorized",
          "forbidden",
          "unavailable",
        ),
      },
    },
  },
  "/employees/{id}": {
    get: {
      ...common,
      operationId: "show-employee",
      tags: ["Employees"],
      summary: "Show an employee, without personal data",
      description: "Needs the scope `operate` or `observe`.",
      parameters: [
        {
          ...idParameter,
          description: "The id of the employee in the HR system.",
          schema: { type: "string" },
        },
      ],
      responses: {
        "200": { description: "The employee", content: json(ref("Employee")) },
        ...refusals("unauthorized", "forbidden", "not-found", "unavailable"),
      },
    },
  },
};
