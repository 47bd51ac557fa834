import type { Context, Next } from "hono";
import { HTTPException } from "hono/http-exception";
import type * as z from "zod/mini";
import { parseJson } from "../../shared/parse-json.ts";
import {
  bodyOf,
  requestEnvironmentOf,
} from "../../shared/webhook/request-environment.ts";
import { type ValidationIssue, problem } from "../../shared/webhook/problem.ts";
import {
  validationIssuesOf,
  validationMessages,
} from "../../shared/webhook/validation-issues.ts";
import type { Log } from "../../shared/log.ts";
import type { Caller, Callers } from "../../shared/webhook/callers.ts";

const maxBodyBytes = 64 * 1024;

/** Reads the parameters of the query. Each of them may be given once. @throws HTTPException with the problem */
export function readQuery<S extends z.ZodMiniType>(
  c: Context,
  schema: S,
): z.output<S> {
  const repeated = Object.entries(c.req.queries())
    .filter(([, values]) => values.length > 1)
    .map(([name]) => ({ pointer: `#/${name}`, detail: "is given twice" }));
  if (repeated.length > 0) refuse(invalid(c, repeated));
  return parse(c, schema, c.req.query());
}

/**
 * Reads a JSON body. Without a body, the defaults of the schema count.
 *
 * @throws HTTPException with the problem
 */
export async function readJsonBody<S extends z.ZodMiniType>(
  c: Context,
  schema: S,
): Promise<z.output<S>> {
  const bytes = await bodyOf(c);
  if (bytes.byteLength > maxBodyBytes) refuse(problem(c, "payload-too-large"));
  const body =
    bytes.byteLength === 0 ? {} : parseJson(new TextDecoder().decode(bytes));
  return parse(c, schema, body);
}

/** The answer to a request that is not as documented. */
export function invalid(c: Context, errors: ValidationIssue[]): Response {
  return problem(c, "validation-error", { errors });
}

function parse<S extends z.ZodMiniType>(
  c: Context,
  schema: S,
  value: unknown,
): z.output<S> {
  const parsed = schema.safeParse(value, validationMessages);
  return parsed.success
    ? parsed.data
    : refuse(invalid(c, validationIssuesOf(parsed.error.issues)));
}

function refuse(res: Response): never {
  throw new HTTPException(undefined, { res });
}

/** The variables of a request whose caller is authentic. */
export type AuthenticatedEnv = { Variables: { caller: Caller } };
export type AuthenticatedContext = Context<AuthenticatedEnv>;

/** Creates the middleware that finds the caller by its bearer token. It also forbids caches to keep the answer. */
export function requireBearer({
  callers,
  log,
}: {
  callers: Pick<Callers, "identifyBearer">;
  log: Log;
}) {
  return async (c: AuthenticatedContext, next: Next) => {
    const identified = await callers.identifyBearer({
      header: (name) => c.req.header(name),
      body: new Uint8Array(),
      sourceAddress: requestEnvironmentOf(c).sourceAddress,
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
  };
}
