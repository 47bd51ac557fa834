import type { Context } from "hono";
import type { Log } from "../log.ts";
import { parseJson } from "../parse-json.ts";
import type { Caller, Callers, Identified } from "./callers.ts";
import { fingerprintOf } from "./delivery.ts";
import { readEvents, type ReadEventsResult } from "./field-map/read-events.ts";
import { problem } from "./problem.ts";
import { sourceAddressOf } from "./source-address.ts";

export type RequestDependencies = {
  callers: Pick<Callers, "identify">;
  /** An IANA name, for field maps that name no zone. */
  zone: string;
  nowMs: () => number;
  log: Log;
};

export type RequestOptions = {
  /** The types of events that belong to the route. */
  types: readonly string[];
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

/** The events of an authentic request. They are not validated yet. */
export type ReadRequest = ReadEventsResult & {
  caller: Caller;
  /** The delivery id if the scheme signs it. */
  deliveryId: string | undefined;
};

/**
 * Creates the first part of every route for events: raw bytes -> signature and time window -> JSON -> events. The
 * request is answered here if it is refused, or if it is no event.
 */
export function createRequestReader(
  { types, maxBodyBytes = 256 * 1024, messages }: RequestOptions,
  { callers, zone, nowMs, log }: RequestDependencies,
) {
  /** @param name - of the caller in the path */
  return async function readRequest(
    c: Context,
    name: string,
  ): Promise<ReadRequest | Response> {
    const receivedAtMs = nowMs();
    const body = new Uint8Array(await c.req.arrayBuffer());
    if (body.length > maxBodyBytes) return problem(c, "payload-too-large");
    if (messages?.isProbe(body)) return c.body(null, 200);

    const identified = await callers.identify(name, {
      header: (header) => c.req.header(header),
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

    const read = readEvents(
      caller.map,
      {
        body: parseJson(decodeUtf8(body)),
        deliveryId,
        fingerprint: fingerprintOf(body),
        signedAtMs,
        nowMs: nowMs(),
        zone,
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
    return { ...read, caller, deliveryId };
  };
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
