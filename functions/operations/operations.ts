import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import { isSettled, type Operation } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Log } from "../../shared/log.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { Caller, Callers } from "../../shared/webhook/callers.ts";
import {
  validationIssuesOf,
  plainMessages,
} from "../../shared/webhook/validation-issues.ts";
import { employeeIdSchema } from "../../shared/webhook/fields.ts";
import { answerUnavailable } from "../../shared/webhook/unavailable.ts";
import { problem } from "../../shared/webhook/problem.ts";
import { representOperation } from "../../shared/webhook/represent-operation.ts";

export type OperationsDependencies = {
  callers: Pick<Callers, "identifyBearer">;
  store: Pick<Store, "operations" | "payloads">;
  startWorkflow: StartWorkflow;
  nowMs: () => number;
  log: Log;
};

/** What is known of a request once its caller is. */
type AuthenticatedEnv = { Variables: { caller: Caller } };

/** Anything else is the id of nothing, and may be longer than the store takes. */
const idPattern = "[\\w-]{1,64}";
const itemPath = `/operations/:id{${idPattern}}` as const;

const hourMs = 60 * 60 * 1000;
const maxBodyBytes = 64 * 1024;

/** A release of the deletionLimit: which operations it holds no longer, and until when. */
const releaseSchema = z.strictObject({
  operations: z
    .array(z.string().check(z.regex(new RegExp(`^${idPattern}$`))))
    .check(z.minLength(1), z.maxLength(100)),
  /** After that the deletion limit holds those that have not passed. */
  hours: z._default(z.number().check(z.gt(0), z.lte(24)), 1),
});

/**
 * What became of events, and what can be done about them, for bearer callers. A caller sees its own operations, the
 * scope `operate` sees all; an operation that is not theirs does not exist for them. To change one takes `operate`, and
 * every change is one conditional write: it happens, or the answer says how the operation is now.
 */
export function createOperationsApp({
  callers,
  store: { operations, payloads },
  startWorkflow,
  nowMs,
  log,
}: OperationsDependencies): Hono<AuthenticatedEnv> {
  const app = new Hono<AuthenticatedEnv>();

  app.use("/operations/*", async (c: Context<AuthenticatedEnv>, next) => {
    const { caller } = await callers.identifyBearer({
      header: (name) => c.req.header(name),
      body: new Uint8Array(),
    });
    if (!caller)
      return problem(c, "unauthorized", {
        headers: { "www-authenticate": "Bearer" },
      });
    c.set("caller", caller);
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
    const all = await operations.ofEmployee(employeeId.data);
    const visible = all.filter((one) => mayRead(c.var.caller, one));
    return c.json({ operations: visible.map(representOperation) });
  });

  app.get(itemPath, async (c) => {
    const operation = await operations.get(c.req.param("id"));
    return operation && mayRead(c.var.caller, operation)
      ? c.json(representOperation(operation))
      : problem(c, "not-found");
  });

  app.delete(itemPath, (c) =>
    change(c, c.req.param("id"), "not-waiting", async (operation, by) => {
      const cancelled = await operations.cancel(
        operation,
        by,
        "cancelled-by-caller",
      );
      if (cancelled?.status === "cancelled") await payloads.erase(operation);
      return cancelled;
    }),
  );

  app.post(`${itemPath}/retry`, (c) =>
    change(c, c.req.param("id"), "not-to-retry", ({ id }, by) =>
      operations.retry(id, by),
    ),
  );

  app.post(`${itemPath}/confirm-gone`, (c) =>
    change(c, c.req.param("id"), "not-missing", async (operation, by) =>
      // Two pairs of eyes, as for a release.
      operation.caller === c.var.caller.name
        ? undefined
        : operations.confirmGone(operation.id, by),
    ),
  );

  app.post("/operations/release", async (c) => {
    const { caller } = c.var;
    if (!caller.scopes.includes("operate")) return problem(c, "forbidden");
    const body = await c.req.arrayBuffer();
    if (body.byteLength > maxBodyBytes) return problem(c, "payload-too-large");
    const release = releaseSchema.safeParse(
      parseJson(new TextDecoder().decode(body)),
      plainMessages,
    );
    if (!release.success)
      return problem(c, "validation-error", {
        errors: validationIssuesOf(release.error.issues),
      });
    const untilMs = nowMs() + release.data.hours * hourMs;
    const released = await Promise.all(
      [...new Set(release.data.operations)].map(async (id) => {
        const operation = await operations.get(id);
        if (!operation) return { id, released: false, reason: "not-found" };
        // Two pairs of eyes: whoever asked for a deletion does not also wave it through.
        if (operation.caller === caller.name)
          return { id, released: false, reason: "sent-by-yourself" };
        const moved = await operations.release(id, byOf(caller), untilMs);
        if (!moved) return { id, released: false, reason: "not-held" };
        await startSoon(moved);
        return { id, released: true };
      }),
    );
    return c.json({ operations: released });
  });

  app.all("/operations", (c) => notAllowed(c, "GET"));
  app.all(itemPath, (c) => notAllowed(c, "GET, DELETE"));
  app.all(`${itemPath}/retry`, (c) => notAllowed(c, "POST"));
  app.all(`${itemPath}/confirm-gone`, (c) => notAllowed(c, "POST"));
  app.notFound((c) => problem(c, "not-found"));
  app.onError(answerUnavailable(log));
  return app;

  /** Does one thing to one operation, or says why not. */
  async function change(
    c: Context<AuthenticatedEnv>,
    id: string,
    refusal: "not-waiting" | "not-to-retry" | "not-missing",
    move: (operation: Operation, by: string) => Promise<Operation | undefined>,
  ): Promise<Response> {
    const { caller } = c.var;
    const operation = await operations.get(id);
    if (!operation || !mayRead(caller, operation))
      return problem(c, "not-found");
    if (!caller.scopes.includes("operate")) return problem(c, "forbidden");
    const moved = await move(operation, byOf(caller));
    if (!moved) return problem(c, refusal);
    await startSoon(moved);
    return c.json(representOperation(moved), isSettled(moved) ? 200 : 202, {
      location: `/operations/${id}`,
    });
  }

  /** The change is made; should the start fail, it is made up for within minutes. */
  async function startSoon(operation: Operation): Promise<void> {
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

function mayRead(caller: Caller, operation: Operation): boolean {
  return operation.caller === caller.name || caller.scopes.includes("operate");
}

function byOf({ name }: Caller): string {
  return `caller:${name}`;
}

function notAllowed(c: Context, allow: string): Response {
  return problem(c, "method-not-allowed", { headers: { allow } });
}
