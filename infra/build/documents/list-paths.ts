import {
  planIdPattern,
  rowFilterSchema,
} from "../../../functions/lists/contract.ts";
import type { ProblemType } from "../../../shared/webhook/problem.ts";
import { ref } from "./json-schema.ts";
import {
  answer,
  type ApiOperation,
  idParameterOf,
  operationOf,
  type Parameter,
  type Paths,
  queryOf,
} from "./path-parts.ts";
import { operatorSecurity } from "./security-schemes.ts";

const common = { security: operatorSecurity, tag: "Lists" };

const idParameter = idParameterOf("a plan", planIdPattern);

function read(
  operationId: string,
  summary: string,
  schema: string,
  parameters: Parameter[],
): { get: ApiOperation } {
  return {
    get: operationOf({
      ...common,
      operationId,
      summary,
      needs: "observe",
      parameters,
      answers: { "200": answer("As asked", schema) },
    }),
  };
}

/** A request that changes a plan. */
function change(
  operationId: string,
  summary: string,
  status: string,
  { body, refused = [] }: { body?: string; refused?: ProblemType[] } = {},
): { post: ApiOperation } {
  return {
    post: operationOf({
      ...common,
      operationId,
      summary,
      needs: "operate",
      parameters: [idParameter],
      ...(body !== undefined && { body }),
      answers: { [status]: answer("The plan", "Plan") },
      refused: ["not-for-this-plan", ...refused],
    }),
  };
}

function upload(
  operationId: string,
  summary: string,
  description: string,
  parameters: Parameter[],
): { put: ApiOperation } {
  return {
    put: operationOf({
      ...common,
      operationId,
      summary,
      description,
      needs: "operate",
      parameters: [idParameter, ...parameters],
      body: {
        content: {
          "application/gzip": {
            schema: ref("Upload"),
            examples: { Upload: { $ref: "#/components/examples/Upload" } },
          },
        },
      },
      answers: { "204": answer("Stored") },
      refused: ["not-for-this-plan"],
    }),
  };
}

/** The paths of lists of people. Only a deployment with the setting `lists` has them. */
export const listPaths: Paths = {
  "/plans": {
    ...read("list-plans", "List the newest plans", "PlanPage", []),
    post: operationOf({
      ...common,
      operationId: "create-plan",
      summary: "Begin the upload of a list",
      needs: "operate",
      body: "NewPlan",
      answers: { "201": answer("The plan, whose upload begins", "Plan") },
    }),
  },
  "/plans/{id}": read("show-plan", "Show a plan, without values", "Plan", [
    idParameter,
  ]),
  "/plans/{id}/rows": read(
    "list-plan-rows",
    "List the rows of a plan",
    "PlanRows",
    [idParameter, ...queryOf(rowFilterSchema, "functions/lists/contract.ts")],
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
    { body: "BeginPlan" },
  ),
  "/plans/{id}/decide": change(
    "decide-plan",
    "Decide which persons employees are, and make the plan again",
    "202",
    { body: "DecidePlan" },
  ),
  "/plans/{id}/approve": change(
    "approve-plan",
    "Approve a plan, as another operator than the one who uploaded it",
    "200",
    { body: "ApprovePlan", refused: ["sent-by-yourself"] },
  ),
  "/plans/{id}/apply": change("apply-plan", "Apply a plan", "202"),
  "/plans/{id}/stop": change(
    "stop-plan",
    "Stop a plan, and erase the values of its list",
    "200",
  ),
};
