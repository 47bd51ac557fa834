import {
  planIdPattern,
  rowFilterSchema,
} from "../../../functions/lists/contract.ts";
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
  type Described,
  idParameterOf,
  json,
  locationHeader,
  operationOf,
  type Parameter,
  type Paths,
  queryOf,
} from "./path-parts.ts";
import { operatorSecurity } from "./security-schemes.ts";

const operationParameter = idParameterOf("an operation", idPattern);
const planParameter = idParameterOf("a plan", planIdPattern);
const employeeParameter: Parameter = {
  ...operationParameter,
  description: "The id of the employee in the HR system.",
  schema: { type: "string" },
};
const chunkParameter: Parameter = {
  name: "chunk",
  in: "path",
  required: true,
  description: "The number of the part, from 0.",
  schema: { type: "integer", minimum: 0, maximum: 999 },
};

/** A request of an operator: its id, its summary, and the rest of its description. */
type Route = readonly [id: string, summary: string, rest: Partial<Described>];

/** The parts of a route that only shows something. The answer has a text and a schema. */
const shows = (
  [text, schema]: readonly [text: string, schema: string],
  parameters: Parameter[] = [],
) => ({ parameters, answers: { "200": answer(text, schema) } });

/** The parts of a route by which an operator decides about a plan. */
const changesPlan = (
  status: "200" | "202",
  { refused = [], ...rest }: Partial<Described> = {},
): Partial<Described> => ({
  needs: "operate",
  parameters: [planParameter],
  ...rest,
  answers: { [status]: answer("The plan", "Plan") },
  refused: ["not-for-this-plan", ...refused],
});

/** The parts of a route that takes a packed body for a plan. */
const uploads = (description: string, ...parameters: Parameter[]) => ({
  description,
  needs: "operate" as const,
  parameters: [planParameter, ...parameters],
  body: {
    content: {
      "application/gzip": {
        schema: ref("Upload"),
        examples: { Upload: { $ref: "#/components/examples/Upload" } },
      },
    },
  },
  answers: { "204": answer("Stored") },
  refused: ["not-for-this-plan" as const],
});

const operations: Record<string, Route> = {
  "get /operations": [
    "list-operations",
    "List operations, the newest first",
    {
      description:
        "A caller without `operate` or `observe` sees its own operations. Every filter may stand alone. A page may be short.",
      ...shows(
        ["A page", "OperationPage"],
        queryOf(operationFilterSchema, "functions/operations/contract.ts"),
      ),
    },
  ],
  "get /operations/{id}": [
    "show-operation",
    "Show an operation",
    shows(["The operation", "Operation"], [operationParameter]),
  ],
  ...Object.fromEntries(verbs.map(verbRoute)),
  ...Object.fromEntries(bulkVerbs.map(bulkRoute)),
};

const deployment: Record<string, Route> = {
  "get /overview": [
    "show-overview",
    "Show what needs attention",
    {
      needs: "observe",
      answers: { "200": answer("The overview", "Overview") },
    },
  ],
  "get /problems": [
    "show-problem-types",
    "Explain the problem types, as a page to read",
    {
      description: "The `type` of each problem document leads here.",
      security: [],
      answers: { "200": answer("The page, in HTML") },
    },
  ],
};

const employees: Record<string, Route> = {
  "get /employees": [
    "list-employees",
    "List the employees of a state",
    {
      needs: "observe",
      ...shows(
        ["A page", "EmployeePage"],
        queryOf(employeeFilterSchema, "functions/operations/contract.ts"),
      ),
    },
  ],
  "get /employees/{id}": [
    "show-employee",
    "Show an employee, without personal data",
    {
      needs: "observe",
      ...shows(["The employee", "Employee"], [employeeParameter]),
    },
  ],
};

/** Only a deployment with the setting `lists` has these routes. */
const lists: Record<string, Route> = {
  "get /plans": [
    "list-plans",
    "List the newest plans",
    { needs: "observe", ...shows(["As asked", "PlanPage"]) },
  ],
  "post /plans": [
    "create-plan",
    "Begin the upload of a list",
    {
      needs: "operate",
      body: "NewPlan",
      answers: { "201": answer("The plan, whose upload begins", "Plan") },
    },
  ],
  "get /plans/{id}": [
    "show-plan",
    "Show a plan, without values",
    { needs: "observe", ...shows(["As asked", "Plan"], [planParameter]) },
  ],
  "get /plans/{id}/rows": [
    "list-plan-rows",
    "List the rows of a plan",
    {
      needs: "observe",
      ...shows(
        ["As asked", "PlanRows"],
        [
          planParameter,
          ...queryOf(rowFilterSchema, "functions/lists/contract.ts"),
        ],
      ),
    },
  ],
  "put /plans/{id}/chunks/{chunk}": [
    "upload-rows",
    "Upload a part of the rows",
    uploads(
      "The body is packed with gzip. Unpacked, it has one row a line, as JSON: its line in the file, its cells by column, and the columns whose cells are too long to be sent. At most 500 rows, and 350,000 bytes of text.",
      chunkParameter,
    ),
  ],
  "put /plans/{id}/matches": [
    "upload-matches",
    "Say which person an employee is",
    uploads(
      "The body is packed with gzip. Unpacked, it is a JSON object with the ids of people by the ids of employees.",
    ),
  ],
  "post /plans/{id}/begin": [
    "begin-plan",
    "End the upload, and make the plan",
    changesPlan("202", { body: "BeginPlan" }),
  ],
  "post /plans/{id}/decide": [
    "decide-plan",
    "Decide which person each employee is, and make the plan again",
    changesPlan("202", { body: "DecidePlan" }),
  ],
  "post /plans/{id}/approve": [
    "approve-plan",
    "Approve a plan, as another operator than the one who uploaded it",
    changesPlan("200", { body: "ApprovePlan", refused: ["sent-by-yourself"] }),
  ],
  "post /plans/{id}/apply": ["apply-plan", "Apply a plan", changesPlan("202")],
  "post /plans/{id}/stop": [
    "stop-plan",
    "Stop a plan, and erase the values of its list",
    changesPlan("200"),
  ],
};

export const operatorPaths: Paths = {
  ...pathsOf("Operations", operations),
  ...pathsOf("Deployment", deployment),
  ...pathsOf("Employees", employees),
  ...pathsOf("Lists", lists),
};

function pathsOf(tag: string, routes: Record<string, Route>): Paths {
  const paths: Paths = {};
  for (const [route, [operationId, summary, rest]] of Object.entries(routes)) {
    const [method = "", path = ""] = route.split(" ");
    const described = operationOf({
      security: operatorSecurity,
      operationId,
      tag,
      summary,
      answers: {},
      ...rest,
    });
    paths[path] = { ...paths[path], [method]: described };
  }
  return paths;
}

function verbRoute(verb: Verb): [string, Route] {
  const { summary, description, refusal, field } = verbRecords[verb];
  const note = describeFourEyes(verb);
  return [
    `post /operations/{id}/${verb}`,
    [
      `${verb}-operation`,
      summary,
      {
        ...(description && { description }),
        needs: "operate",
        ...(note && { note }),
        parameters: [operationParameter],
        body: { required: field === "note", content: json(ref("VerbRequest")) },
        answers: {
          "200": answer("Done", "Operation", locationHeader),
          "202": answer(
            "Accepted. The work follows",
            "Operation",
            locationHeader,
          ),
        },
        refused: [refusal, ...(note ? (["sent-by-yourself"] as const) : [])],
      },
    ],
  ];
}

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

function bulkRoute(verb: BulkVerb): [string, Route] {
  return [
    `post /operations/${verb}`,
    [
      `${verb}-operations`,
      `${verbRecords[verb].summary}: many at once`,
      {
        needs: "operate",
        note: "Names at most 100 operations. A repeated request changes nothing twice.",
        body: "BulkRequest",
        answers: {
          "200": answer("What became of each operation", "BulkResult"),
        },
      },
    ],
  ];
}
