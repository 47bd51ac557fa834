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
import { ref } from "./json-schema.ts";
import {
  answer,
  type ApiOperation,
  idParameterOf,
  json,
  locationHeader,
  operationOf,
  type Paths,
  queryOf,
} from "./path-parts.ts";
import { operatorSecurity } from "./security-schemes.ts";

const security = operatorSecurity;
const contract = "functions/operations/contract.ts";

const idParameter = idParameterOf("an operation", idPattern);

/** For which events the sender must not use the verb. Undefined if it may use the verb. */
function describeFourEyes(verb: Verb): string | undefined {
  const types = verbRecords[verb].fourEyes;
  if (types === undefined) return undefined;
  const events =
    types === "all"
      ? "the event"
      : `an event of ${types.map((type) => `\`${type}\``).join(" or ")}`;
  return `Not for the caller that sent ${events}.`;
}

function verbPath(verb: Verb): [string, { post: ApiOperation }] {
  const { summary, description, refusal, field } = verbRecords[verb];
  const note = describeFourEyes(verb);
  return [
    `/operations/{id}/${verb}`,
    {
      post: operationOf({
        security,
        operationId: `${verb}-operation`,
        tag: "Operations",
        summary,
        ...(description && { description }),
        needs: "operate",
        ...(note && { note }),
        parameters: [idParameter],
        body: {
          required: field === "note",
          content: json(ref("VerbRequest")),
        },
        answers: {
          "200": answer("Done", "Operation", locationHeader),
          "202": answer(
            "Accepted. The work follows",
            "Operation",
            locationHeader,
          ),
        },
        refused: [refusal, ...(note ? (["sent-by-yourself"] as const) : [])],
      }),
    },
  ];
}

function bulkPath(verb: BulkVerb): [string, { post: ApiOperation }] {
  return [
    `/operations/${verb}`,
    {
      post: operationOf({
        security,
        operationId: `${verb}-operations`,
        tag: "Operations",
        summary: `${verbRecords[verb].summary}: many at once`,
        needs: "operate",
        note: "Names operations, or selects them. A repeated request changes nothing twice.",
        body: "BulkRequest",
        answers: {
          "200": answer("What became of each operation", "BulkResult"),
        },
      }),
    },
  ];
}

/** A path that only shows. */
function readOf(
  tag: string,
  operationId: string,
  [description, schema]: [description: string, schema: string],
  described: Pick<
    Parameters<typeof operationOf>[0],
    "summary" | "description" | "needs" | "parameters"
  >,
): { get: ApiOperation } {
  const answers = { "200": answer(description, schema) };
  return {
    get: operationOf({ security, operationId, tag, ...described, answers }),
  };
}

export const operatorPaths: Paths = {
  "/operations": readOf(
    "Operations",
    "list-operations",
    ["A page", "OperationPage"],
    {
      summary: "List operations, the newest first",
      description:
        "A caller without `operate` or `observe` sees its own operations. Every filter may stand alone. A page may be short.",
      parameters: queryOf(operationFilterSchema, contract),
    },
  ),
  "/operations/{id}": readOf(
    "Operations",
    "show-operation",
    ["The operation", "Operation"],
    { summary: "Show an operation", parameters: [idParameter] },
  ),
  ...Object.fromEntries(verbs.map(verbPath)),
  ...Object.fromEntries(bulkVerbs.map(bulkPath)),
  "/overview": readOf(
    "Deployment",
    "show-overview",
    ["The overview", "Overview"],
    { summary: "Show what needs attention", needs: "observe" },
  ),
  "/problems": {
    get: operationOf({
      operationId: "show-problem-types",
      tag: "Deployment",
      summary: "Explain the problem types, as a page to read",
      description: "The `type` of each problem document leads here.",
      security: [],
      answers: { "200": answer("The page, in HTML") },
    }),
  },
  "/employees": readOf(
    "Employees",
    "list-employees",
    ["A page", "EmployeePage"],
    {
      summary: "List the employees of a state",
      needs: "observe",
      parameters: queryOf(employeeFilterSchema, contract),
    },
  ),
  "/employees/{id}": readOf(
    "Employees",
    "show-employee",
    ["The employee", "Employee"],
    {
      summary: "Show an employee, without personal data",
      needs: "observe",
      parameters: [
        {
          ...idParameter,
          description: "The id of the employee in the HR system.",
          schema: { type: "string" },
        },
      ],
    },
  ),
};
