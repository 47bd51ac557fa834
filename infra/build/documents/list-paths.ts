import {
  planIdPattern,
  rowFilterSchema,
} from "../../../functions/lists/contract.ts";
import type { ProblemType } from "../../../shared/webhook/problem.ts";
import { ref } from "./json-schema.ts";
import {
  type ApiOperation,
  type DocumentedAnswer,
  idParameterOf,
  json,
  needsOperator,
  type Parameter,
  type Paths,
  refusals,
} from "./path-parts.ts";
import { queryOf } from "./operator-paths.ts";
import { operatorSecurity } from "./security-schemes.ts";

const common = { security: operatorSecurity, tags: ["Lists"] };
const changes = "Needs the scope `operate`.";

const idParameter = idParameterOf("a plan", planIdPattern);

const plan = (description: string): DocumentedAnswer => ({
  description,
  content: json(ref("Plan")),
});

function read(
  operationId: string,
  summary: string,
  schema: string,
  parameters: Parameter[],
): { get: ApiOperation } {
  const isOfPlan = parameters.includes(idParameter);
  return {
    get: {
      ...common,
      operationId,
      summary,
      description: needsOperator,
      parameters,
      responses: {
        "200": { description: "As asked", content: json(ref(schema)) },
        ...refusals(
          ...(parameters.length > 1 ? (["validation-error"] as const) : []),
          "unauthorized",
          "forbidden",
          ...(isOfPlan ? (["not-found"] as const) : []),
          "unavailable",
        ),
      },
    },
  };
}

/** A request that changes a plan. */
function change(
  operationId: string,
  summary: string,
  status: string,
  refused: readonly ProblemType[],
  request?: string,
): { post: ApiOperation } {
  return {
    post: {
      ...common,
      operationId,
      summary,
      description: changes,
      parameters: [idParameter],
      ...(request !== undefined && {
        requestBody: { required: true, content: json(ref(request)) },
      }),
      responses: {
        [status]: plan("The plan"),
        ...refusals(
          ...(request === undefined
            ? []
            : (["validation-error", "payload-too-large"] as const)),
          "unauthorized",
          "forbidden",
          "not-found",
          "not-for-this-plan",
          ...refused,
          "unavailable",
        ),
      },
    },
  };
}

function upload(
  operationId: string,
  summary: string,
  description: string,
  parameters: Parameter[],
): { put: ApiOperation } {
  return {
    put: {
      ...common,
      operationId,
      summary,
      description: `${description} ${changes}`,
      parameters: [idParameter, ...parameters],
      requestBody: {
        required: true,
        content: {
          "application/gzip": {
            schema: ref("Upload"),
            examples: { Upload: { $ref: "#/components/examples/Upload" } },
          },
        },
      },
      responses: {
        "204": { description: "Stored" },
        ...refusals(
          "validation-error",
          "unauthorized",
          "forbidden",
          "not-found",
          "not-for-this-plan",
          "payload-too-large",
          "unavailable",
        ),
      },
    },
  };
}

/** The paths of lists of people. Only a deployment with the setting `lists` has them. */
export const listPaths: Paths = {
  "/plans": {
    ...read("list-plans", "List the newest plans", "PlanPage", []),
    post: {
      ...common,
      operationId: "create-plan",
      summary: "Begin the upload of a list",
      description: changes,
      requestBody: { required: true, content: json(ref("NewPlan")) },
      responses: {
        "201": plan("The plan, whose upload begins"),
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
  "/plans/{id}": read("show-plan", "Show a plan, without values", "Plan", [
    idParameter,
  ]),
  "/plans/{id}/rows": read(
    "list-plan-rows",
    "List the rows of a plan",
    "PlanRows",
    [idParameter, ...queryOf(rowFilterSchema, ["functions/lists/contract.ts"])],
  ),
  "/plans/{id}/chunks/{chunk}": upload(
    "upload-rows",
    "Upload a part of the rows",
    "The body is packed with gzip. Unpacked, it has one row a line, as JSON: its line in the file, its cells by column, and the columns whose cells are too long to be sent. At most 500 rows, and 350,000 bytes of text.",
    [
      {
        name: "chunk",
        in: "path",
        required: true,
        description: "The number of the part, from 0.",
        schema: { type: "integer", minimum: 0, maximum: 999 },
      },
    ],
  ),
  "/plans/{id}/matches": upload(
    "upload-matches",
    "Say which person an employee is",
    "The body is packed with gzip. Unpacked, it is a JSON object with the ids of people by the ids of employees.",
    [],
  ),
  "/plans/{id}/begin": change(
    "begin-plan",
    "End the upload, and make the plan",
    "202",
    [],
    "BeginPlan",
  ),
  "/plans/{id}/approve": change(
    "approve-plan",
    "Approve a plan, as another operator than the one who uploaded it",
    "200",
    ["sent-by-yourself"],
    "ApprovePlan",
  ),
  "/plans/{id}/apply": change("apply-plan", "Apply a plan", "202", []),
  "/plans/{id}/stop": change(
    "stop-plan",
    "Stop a plan, and erase the values of its list",
    "200",
    [],
  ),
};
