import { type Context, Hono } from "hono";
import { isSettled, type Operation } from "../store/operation.ts";
import { parseJson } from "../parse-json.ts";
import { type IntakeDependencies, createIntake } from "./intake.ts";
import type { Caller, Callers, Identified } from "./callers.ts";
import { fingerprintOf } from "./delivery.ts";
import type { EventKinds } from "./envelope.ts";
import { answerUnavailable } from "./unavailable.ts";
import { preferredWaitSeconds, waitUntilSettled } from "./prefer-wait.ts";
import { problem } from "./problem.ts";
import { representOperation } from "./represent-operation.ts";
import { sourceAddressOf } from "./source-address.ts";
import { readEvents } from "./field-map/read-events.ts";

export type ReceiverDependencies = IntakeDependencies & {
  callers: Pick<Callers, "identify">;
  sleepMs: (durationMs: number) => Promise<void>;
};

export type ReceiverOptions = {
  /** The start of the route: with `/onboarding`, events go to `POST /onboarding/{caller}`. */
  path: string;
  /** The types of events that this receiver takes. */
  events: EventKinds;
  /** A larger body is refused before it is parsed. @default 256 KiB */
  maxBodyBytes?: number;
  /** Receives requests that are not events in JSON. @default none */
  messages?: MessageReceiver;
};

/** An authentic request. The body is not parsed yet. */
export type AuthenticRequest = Extract<Identified, { caller: Caller }> & {
  body: Uint8Array;
  receivedAtMs: number;
};

/** The part of a receiver for callers with a format of their own, such as chat tools. */
export type MessageReceiver = {
  /** Whether an unsigned request only probes our endpoint. It is answered 200 without effect, whatever its path. */
  isProbe: (body: Uint8Array) => boolean;
  /** Undefined if the caller sends events. */
  receive: (
    c: Context,
    request: AuthenticRequest,
  ) => Promise<Response> | undefined;
};

/**
 * Creates the webhook receiver. All functions use this pipeline: raw bytes -> signature and time window -> JSON ->
 * schema -> store -> start -> 202. The receiver makes no call to the platform.
 *
 * A request that is not authentic is answered 401 without a reason; the log has the reason. Before that, no answer
 * depends on the caller in the path: a stranger must not learn which callers exist. Our own outage is answered 503 and
 * never 4xx, because senders drop an event that was answered 4xx.
 */
export function createReceiver(
  { path, events, maxBodyBytes = 256 * 1024, messages }: ReceiverOptions,
  dependencies: ReceiverDependencies,
): Hono {
  const { callers, store, nowMs, sleepMs, log } = dependencies;
  const submit = createIntake(events, dependencies);
  const types = events.map(({ type }) => type);
  const app = new Hono();

  app.post(`${path}/:caller`, async (c) => {
    const receivedAtMs = nowMs();
    const body = new Uint8Array(await c.req.arrayBuffer());
    if (body.length > maxBodyBytes) return problem(c, "payload-too-large");
    if (messages?.isProbe(body)) return c.body(null, 200);

    const identified = await callers.identify(c.req.param("caller"), {
      header: (name) => c.req.header(name),
      body,
      sourceAddress: sourceAddressOf(c),
    });
    if (!identified.caller) {
      log.warn("rejected", { reason: identified.reason });
      return problem(c, "unauthorized");
    }
    const message = messages?.receive(c, { ...identified, body, receivedAtMs });
    if (message) return message;
    if (!isJson(c.req.header("content-type")))
      return problem(c, "unsupported-media-type");
    const { caller, deliveryId, signedAtMs } = identified;

    const fingerprint = fingerprintOf(body);
    const read = readEvents(
      caller.map,
      {
        body: parseJson(decodeUtf8(body)),
        deliveryId,
        fingerprint,
        signedAtMs,
        nowMs: nowMs(),
      },
      types,
    );
    if (read.errors.length > 0)
      log.warn("unreadable", {
        caller: caller.name,
        count: read.errors.length,
      });
    if (read.ignored > 0)
      log.warn("ignored", { caller: caller.name, count: read.ignored });

    // Each event is submitted on its own. A sender drops events after a 4xx, so an invalid event must not block the
    // others.
    const submitted = await Promise.all(
      read.events.map(async ({ translateIssue, ...event }) => ({
        ...(await submit({ caller, signedId: deliveryId, ...event })),
        translateIssue,
      })),
    );
    const accepted = submitted.flatMap((one) =>
      one.outcome === "accepted" ? [one.operation] : [],
    );
    const operations =
      accepted.length > 0
        ? accepted.map((one) => representOperation(one, caller))
        : undefined;
    const errors = [
      ...read.errors,
      ...submitted.flatMap((one) =>
        one.outcome === "invalid" ? one.errors.flatMap(one.translateIssue) : [],
      ),
    ];
    if (errors.length > 0)
      return problem(c, "validation-error", { errors, operations });
    const has = (outcome: string) =>
      submitted.some((one) => one.outcome === outcome);
    if (has("forbidden")) return problem(c, "forbidden", { operations });
    if (has("conflict"))
      return problem(c, "delivery-id-reused", { operations });

    const [first, ...others] = accepted;
    if (!first || others.length > 0)
      return c.json({ operations: operations ?? [] }, 202);

    const waitSeconds = preferredWaitSeconds(c.req.header("prefer"));
    if (waitSeconds === undefined) return answer(c, first, caller, {});
    const latest = await waitUntilSettled(
      first,
      store.operations,
      waitSeconds * 1000,
      { nowMs, sleepMs },
    );
    return answer(c, latest, caller, {
      "preference-applied": `wait=${waitSeconds}`,
    });
  });
  app.all(`${path}/:caller`, (c) =>
    problem(c, "method-not-allowed", { headers: { allow: "POST" } }),
  );
  app.notFound((c) => problem(c, "not-found"));
  app.onError(answerUnavailable(log));
  return app;
}

/**
 * Answers 202 with the operation's `Location`, or 200 if the caller preferred to wait and the operation is settled.
 */
function answer(
  c: Context,
  operation: Operation,
  caller: Caller,
  headers: Record<string, string>,
): Response {
  const waited = "preference-applied" in headers && isSettled(operation);
  return c.json(representOperation(operation, caller), waited ? 200 : 202, {
    location: `/operations/${operation.id}`,
    ...headers,
  });
}

/**
 * JSON is UTF-8 (RFC 8259, §8.1). Other bytes become an empty text, which is no JSON. A decoder that replaces invalid
 * bytes would change names.
 */
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
