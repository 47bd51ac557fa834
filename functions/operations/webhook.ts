import { type Context, Hono } from "hono";
import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import { isSettled, type Operation } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Log } from "../../shared/log.ts";
import type { Caller, Callers } from "../../shared/webhook/callers.ts";
import { employeeIdSchema } from "../../shared/fields.ts";
import { answerUnavailable } from "../../shared/webhook/unavailable.ts";
import { type ProblemType, problem } from "../../shared/webhook/problem.ts";
import { representOperation } from "../../shared/webhook/represent-operation.ts";
import { sourceAddressOf } from "../../shared/webhook/source-address.ts";
import { idPattern, releaseOperations } from "./release.ts";

export type OperationsDependencies = {
  callers: Pick<Callers, "identifyBearer">;
  store: Pick<Store, "operations" | "employees">;
  startWorkflow: StartWorkflow;
  nowMs: () => number;
  log: Log;
};

/** The variables of a request whose caller is authentic. */
type AuthenticatedEnv = { Variables: { caller: Caller } };

const itemPath = `/operations/:id{${idPattern}}` as const;

/**
 * Creates the operators' API for bearer callers. A caller sees its own operations; the scope `operate` sees all. For a
 * caller that may not see an operation, the operation does not exist. Each change needs `operate` and is one
 * conditional write: it either takes effect, or the answer is a 409.
 */
export function createOperationsApp({
  callers,
  store: { operations, employees },
  startWorkflow,
  nowMs,
  log,
}: OperationsDependencies): Hono<AuthenticatedEnv> {
  const app = new Hono<AuthenticatedEnv>();

  app.use("/operations/*", async (c: Context<AuthenticatedEnv>, next) => {
    const identified = await callers.identifyBearer({
      header: (name) => c.req.header(name),
      body: new Uint8Array(),
      sourceAddress: sourceAddressOf(c),
    });
    if (!identified.caller) {
      log.warn("rejected", { reason: identified.reason });
      return problem(c, "unauthorized", {
        headers: { "www-authenticate": "Bearer" },
      });
    }
    c.set("caller", identified.caller);
    c.header("cache-control", "no-store");
    return next();
  });

  app.get("/operations", async (c) => {
    const employeeId = employeeIdSchema.safeParse(c.req.query("employeeId"));
    if (!employeeId.success)
      return problem(c, "validation-error", {
        errors: [
          {
            pointer: "#/employeeId",
            detail: "must be given: ?employeeId=E-1042",
          },
        ],
      });
    const { caller } = c.var;
    const visible = caller.scopes.includes("operate")
      ? await operations.ofEmployee(employeeId.data)
      : await operations.ofCaller(caller.name, employeeId.data);
    return c.json({
      operations: visible.map((one) => representOperation(one, caller)),
    });
  });

  app.get(itemPath, async (c) => {
    const operation = await operations.get(c.req.param("id"));
    return operation && canRead(c.var.caller, operation)
      ? c.json(representOperation(operation, c.var.caller))
      : problem(c, "not-found");
  });

  app.delete(itemPath, (c) =>
    change(c, c.req.param("id"), "not-waiting", (operation, by) =>
      operations.cancel(operation, by, "cancelled-by-caller"),
    ),
  );

  app.post(`${itemPath}/retry`, (c) =>
    change(c, c.req.param("id"), "not-to-retry", ({ id }, by) =>
      operations.retry(id, by),
    ),
  );

  app.post(`${itemPath}/confirm-gone`, (c) =>
    change(c, c.req.param("id"), "not-missing", async (operation, by) =>
      // Four-eyes principle, as for a release.
      operation.caller === c.var.caller.name
        ? undefined
        : operations.confirmGone(operation.id, by),
    ),
  );

  app.post(`${itemPath}/delete-now`, (c) =>
    change(c, c.req.param("id"), "not-in-grace", async (operation, by) =>
      // Four-eyes principle, as for a release.
      operation.caller === c.var.caller.name
        ? undefined
        : operations.deleteNow(operation.id, by),
    ),
  );

  app.post(`${itemPath}/reject`, (c) =>
    change(c, c.req.param("id"), "not-held", async (operation, by) =>
      // Four-eyes principle, as for a release.
      operation.caller === c.var.caller.name
        ? undefined
        : operations.reject(operation, by),
    ),
  );

  app.post(`${itemPath}/enable`, (c) =>
    change(c, c.req.param("id"), "not-kept", async ({ id, employeeId }, by) => {
      const employee = await employees.get(employeeId);
      const isKept =
        employee?.state === "kept" &&
        employee.terminatedBy === id &&
        employee.suspendedBy === undefined;
      return isKept ? operations.enable(id, by) : undefined;
    }),
  );

  app.post("/operations/release", async (c) => {
    const { caller } = c.var;
    if (!caller.scopes.includes("operate")) return problem(c, "forbidden");
    return releaseOperations(c, {
      operations,
      nowMs,
      author: authorOf(caller),
      caller,
      startIfAccepted,
    });
  });

  app.all("/operations", (c) => notAllowed(c, "GET"));
  app.all(itemPath, (c) => notAllowed(c, "GET, DELETE"));
  app.all(`${itemPath}/retry`, (c) => notAllowed(c, "POST"));
  app.all(`${itemPath}/confirm-gone`, (c) => notAllowed(c, "POST"));
  app.all(`${itemPath}/delete-now`, (c) => notAllowed(c, "POST"));
  app.all(`${itemPath}/reject`, (c) => notAllowed(c, "POST"));
  app.all(`${itemPath}/enable`, (c) => notAllowed(c, "POST"));
  app.notFound((c) => problem(c, "not-found"));
  app.onError(answerUnavailable(log));
  return app;

  /** Changes one operation, or answers with the problem `refusal`. */
  async function change(
    c: Context<AuthenticatedEnv>,
    id: string,
    refusal: ProblemType,
    move: (operation: Operation, by: string) => Promise<Operation | undefined>,
  ): Promise<Response> {
    const { caller } = c.var;
    const operation = await operations.get(id);
    if (!operation || !canRead(caller, operation))
      return problem(c, "not-found");
    if (!caller.scopes.includes("operate")) return problem(c, "forbidden");
    const moved = await move(operation, authorOf(caller));
    if (!moved) return problem(c, refusal);
    await startIfAccepted(moved);
    return c.json(
      representOperation(moved, caller),
      isSettled(moved) ? 200 : 202,
      {
        location: `/operations/${id}`,
      },
    );
  }

  /** Starts an operation that is accepted again. If the start fails, the scheduler repeats it within minutes. */
  async function startIfAccepted(operation: Operation): Promise<void> {
    const { id: operationId, type, status } = operation;
    log.info("changed", { operationId, type, status });
    if (status !== "accepted") return;
    await startWorkflow(operation).catch((error: unknown) =>
      log.warn("not started", {
        operationId,
        error: error instanceof Error ? error.name : "unknown",
      }),
    );
  }
}

function canRead(caller: Caller, operation: Operation): boolean {
  return operation.caller === caller.name || caller.scopes.includes("operate");
}

function authorOf({ name }: Caller): string {
  return `caller:${name}`;
}

function notAllowed(c: Context, allow: string): Response {
  return problem(c, "method-not-allowed", { headers: { allow } });
}
