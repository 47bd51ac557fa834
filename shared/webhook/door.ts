import { type Context, Hono } from "hono";
import type { StartWorkflow } from "../aws/start-workflow.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";
import { hasEnded } from "../lifecycle/operations.ts";
import type { Log } from "../log.ts";
import { accept } from "./accept.ts";
import type { Callers } from "./callers.ts";
import { fingerprintOf } from "./delivery.ts";
import { createEnvelopeParser, type EventKinds } from "./envelope.ts";
import { preferredWaitSeconds, waitForEnd } from "./prefer-wait.ts";
import { problem } from "./problem.ts";
import { representOperation } from "./represent-operation.ts";

export type DoorDependencies = {
  callers: Pick<Callers, "identify">;
  lifecycle: Pick<Lifecycle, "operations" | "payloads">;
  startWorkflow: StartWorkflow;
  nowMs: () => number;
  sleepMs: (durationMs: number) => Promise<void>;
  log: Log;
};

export type DoorOptions = {
  /** Where it stands: `/onboarding` takes events at `POST /onboarding/{caller}`. */
  path: string;
  /** The events that belong here. */
  events: EventKinds;
  /** A longer body is refused before it is parsed. @default 256 KiB */
  maxBodyBytes?: number;
};

/**
 * The one pipeline of every function: raw bytes -> signature and time window -> JSON -> schema -> store -> start ->
 * 202. No call to the platform is made here.
 *
 * A request that is not authentic is answered 401 without a hint; the log has the reason. Trouble of our own is a 503,
 * never a 4xx, because senders drop what was answered 4xx.
 */
export function createDoor(
  { path, events, maxBodyBytes = 256 * 1024 }: DoorOptions,
  { callers, lifecycle, startWorkflow, nowMs, sleepMs, log }: DoorDependencies,
): Hono {
  const parse = createEnvelopeParser(events, nowMs);
  const scopeOf = (type: string) =>
    events.find((event) => event.type === type)?.scope;
  const app = new Hono();

  app.post(`${path}/:caller`, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer());
    if (body.length > maxBodyBytes) return problem(c, "payload-too-large");
    if (!isJson(c.req.header("content-type")))
      return problem(c, "unsupported-media-type");

    const identified = await callers.identify(c.req.param("caller"), {
      header: (name) => c.req.header(name),
      body,
    });
    if (!identified.caller) {
      log.warn("rejected", { reason: identified.reason });
      return problem(c, "unauthorized");
    }
    const { caller, deliveryId } = identified;

    const parsed = parse(decodeUtf8(body));
    if (!parsed.ok) {
      log.warn("invalid", {
        caller: caller.name,
        fields: parsed.fields,
      });
      return problem(c, "validation-error", { errors: parsed.errors });
    }
    const { envelope } = parsed;
    const scope = scopeOf(envelope.type);
    if (!scope || !caller.scopes.includes(scope)) {
      log.warn("forbidden", { caller: caller.name, type: envelope.type });
      return problem(c, "forbidden");
    }

    const fingerprint = fingerprintOf(body);
    const accepted = await accept(
      {
        caller: caller.name,
        deliveryId: deliveryId ?? fingerprint,
        fingerprint,
        envelope,
      },
      lifecycle,
      startWorkflow,
    );
    if (accepted.conflict) return problem(c, "delivery-id-reused");
    const { operation } = accepted;
    log.info("accepted", {
      operationId: operation.id,
      caller: caller.name,
      type: operation.type,
      status: operation.status,
    });

    const waitSeconds = preferredWaitSeconds(c.req.header("prefer"));
    if (waitSeconds === undefined) return answer(c, operation, {});
    const seen = await waitForEnd(
      operation,
      lifecycle.operations,
      waitSeconds * 1000,
      { nowMs, sleepMs },
    );
    return answer(c, seen, { "preference-applied": `wait=${waitSeconds}` });
  });
  app.all(`${path}/:caller`, (c) =>
    problem(c, "method-not-allowed", { headers: { allow: "POST" } }),
  );
  app.notFound((c) => problem(c, "not-found"));
  app.onError((error, c) => {
    log.error("unavailable", { error: error.name });
    return problem(c, "unavailable", { headers: { "retry-after": "10" } });
  });
  return app;
}

/** 202 with where to look, or 200 when the caller preferred to wait and the work is done. */
function answer(
  c: Context,
  operation: Parameters<typeof representOperation>[0],
  headers: Record<string, string>,
): Response {
  const waited = "preference-applied" in headers && hasEnded(operation);
  return c.json(representOperation(operation), waited ? 200 : 202, {
    location: `/operations/${operation.id}`,
    ...headers,
  });
}

/** JSON is UTF-8 (RFC 8259, §8.1). What is not becomes no text at all, for replacing bytes would change names. */
function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return "";
  }
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(contentType ?? "");
}
