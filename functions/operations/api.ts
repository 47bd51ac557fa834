import type { Hono } from "hono";
import { isSettled, type Operation } from "../../shared/store/operation.ts";
import type { OperatorLists } from "../../shared/store/operator-lists.ts";
import type { Store } from "../../shared/store/store.ts";
import {
  type BulkVerb,
  bulkVerbs,
  type RefusalOfVerb,
  type Verb,
  verbs,
} from "../../shared/store/verbs.ts";
import type { Caller, Callers } from "../../shared/webhook/callers.ts";
import { createProblemApp } from "../../shared/webhook/problem-app.ts";
import { problem } from "../../shared/webhook/problem.ts";
import {
  refusedVerbsOf,
  representOperation,
  seesAll,
} from "../../shared/webhook/represent-operation.ts";
import { bulkBodySchema, idPattern, verbBodySchema } from "./contract.ts";
import { listOperations } from "./list-operations.ts";
import { createProblemsPage } from "./problems-page.ts";
import {
  invalid,
  readJsonBody,
  type AuthenticatedContext,
  type AuthenticatedEnv,
  requireBearer,
} from "./read-request.ts";
import { listEmployees, showEmployee } from "./show-employees.ts";
import { type OverviewDependencies, showOverview } from "./show-overview.ts";
import {
  bodyIssues,
  decide,
  useVerb,
  type VerbDependencies,
} from "./use-verb.ts";
import { useVerbOnMany } from "./use-verb-on-many.ts";

const itemPath = `/operations/:id{${idPattern}}` as const;

/**
 * Creates the operators' API for bearer callers (decision 19). A caller sees its own operations. With `operate` or
 * `observe`, it sees all operations, the employees and the overview. An operation that a caller may not see is a 404.
 * Each change needs `operate` and is one conditional write: it either takes effect, or the answer is a 409.
 */
export function createOperationsApp(
  dependencies: Omit<VerbDependencies, "store"> &
    Omit<OverviewDependencies, "store" | "lists" | "readCallers"> & {
      callers: Pick<Callers, "identifyBearer" | "entries">;
      store: Pick<
        Store,
        "operations" | "employees" | "persons" | "dailyLimits" | "outages"
      >;
      lists: OperatorLists;
    },
): Hono<AuthenticatedEnv> {
  const { callers, store, lists, nowMs, log } = dependencies;
  const app = createProblemApp<AuthenticatedEnv>(log);

  // Each problem document links to this page, so it needs no key.
  app.get("/problems", (c) =>
    c.html(createProblemsPage(), 200, {
      "cache-control": "public, max-age=86400",
      "content-security-policy": "default-src 'none'",
    }),
  );

  for (const path of ["/operations/*", "/overview", "/employees/*"])
    app.use(path, requireBearer(dependencies));
  for (const path of ["/overview", "/employees/*"])
    app.use(path, async (c: AuthenticatedContext, next) =>
      seesAll(c.var.caller) ? next() : problem(c, "forbidden"),
    );

  app.get("/operations", (c) => listOperations(c, c.var.caller, lists, nowMs));

  app.get(itemPath, async (c) => {
    const { caller } = c.var;
    const operation = await store.operations.get(c.req.param("id"));
    if (!operation || !canRead(caller, operation))
      return problem(c, "not-found");
    const refuse = await refusalsOf(operation, caller);
    return c.json({
      ...representOperation(operation, caller, refuse),
      ...(seesAll(caller) && {
        refusedVerbs: refusedVerbsOf(operation, refuse),
      }),
    });
  });

  for (const verb of bulkVerbs)
    app.post(`/operations/${verb}`, (c) => changeMany(c, verb));
  for (const verb of verbs)
    app.post(`${itemPath}/${verb}`, (c) => change(c, c.req.param("id"), verb));

  app.get("/overview", async (c) =>
    c.json(
      await showOverview({ ...dependencies, readCallers: callers.entries }),
    ),
  );

  app.get("/employees", (c) => listEmployees(c, dependencies));

  // The id of an employee may have a slash.
  app.get("/employees/:id{.+}", (c) =>
    showEmployee(c, c.req.param("id"), c.var.caller, dependencies),
  );

  return app;

  /**
   * Why a caller cannot use each verb on an operation now. Only the four-eyes principle needs the item of the employee.
   * If the item cannot be read, for example by an older version, the operation alone decides here.
   */
  async function refusalsOf(
    operation: Operation,
    caller: Caller,
  ): Promise<RefusalOfVerb> {
    const { employeeId } = operation;
    const item = caller.scopes.includes("operate")
      ? await store.employees.get(employeeId).catch(() => undefined)
      : undefined;
    return (verb) =>
      decide(verb, operation, item, caller, dependencies).refusal;
  }

  /** Explains why a caller cannot use a verb on an operation, and names the verbs that it can use. */
  async function explain(
    operation: Operation,
    caller: Caller,
  ): Promise<string> {
    const { status, reason } = operation;
    const state = `The operation is ${status}${reason === undefined ? "" : `: ${reason}`}.`;
    const refuse = await refusalsOf(operation, caller);
    const usable = verbs.filter((verb) => !refuse(verb));
    if (usable.length > 0) return `${state} You can use ${usable.join(", ")}.`;
    return isSettled(operation)
      ? `${state} You can use no verb.`
      : `${state} Read it again when it waits or has ended.`;
  }

  /** Uses a verb on one operation. */
  async function change(
    c: AuthenticatedContext,
    id: string,
    verb: Verb,
  ): Promise<Response> {
    const { caller } = c.var;
    const operation = await store.operations.get(id);
    if (!operation || !canRead(caller, operation))
      return problem(c, "not-found");
    if (!caller.scopes.includes("operate")) return problem(c, "forbidden");
    const asked = await readJsonBody(c, verbBodySchema);
    const issues = bodyIssues(verb, asked);
    if (issues.length > 0) return invalid(c, issues);
    const used = await useVerb(verb, operation, caller, asked, dependencies);
    if ("refusal" in used)
      return problem(c, used.refusal, {
        detail: await explain(
          (await store.operations.get(id)) ?? operation,
          caller,
        ),
      });
    return c.json(
      representOperation(used.moved, caller),
      isSettled(used.moved) ? 200 : 202,
      { location: `/operations/${id}` },
    );
  }

  async function changeMany(
    c: AuthenticatedContext,
    verb: BulkVerb,
  ): Promise<Response> {
    const { caller } = c.var;
    if (!caller.scopes.includes("operate")) return problem(c, "forbidden");
    const asked = await readJsonBody(c, bulkBodySchema);
    const issues = bodyIssues(verb, asked);
    return issues.length > 0
      ? invalid(c, issues)
      : c.json(await useVerbOnMany(verb, asked, caller, dependencies));
  }
}

function canRead(caller: Caller, operation: Operation): boolean {
  return operation.caller === caller.name || seesAll(caller);
}
