import type { Context } from "hono";
import { eventFactsOf } from "../event-types.ts";
import type { Log } from "../log.ts";
import type { Caller, Callers } from "./callers.ts";
import { createEnvelopeParser, type EventKinds } from "./envelope.ts";
import { bodyOf } from "./request-environment.ts";
import type { FieldMap } from "./field-map/field-map.ts";
import { readEvents, type ReadEventsResult } from "./field-map/read-events.ts";
import { isPing, slackChallengeOf } from "./handshake.ts";
import { createSenderCheck, type IdentifiedSender } from "./identify-sender.ts";
import { problem, type ValidationIssue } from "./problem.ts";
import { maxEvents } from "./exceeds-depth.ts";
import { type BodyDocument, readBody } from "./read-body.ts";

export type RequestDependencies = {
  callers: Pick<Callers, "identify">;
  /** An IANA name, for field maps that name no zone. */
  zone: string;
  nowMs: () => number;
  log: Log;
};

/** A larger body is refused before it is parsed. An inline avatar of 300 KB takes 400 KB as base64. */
const maxBodyBytes = { usual: 256 * 1024, withAvatar: 512 * 1024 };

export type RequestOptions = {
  /** The events that belong to the route. */
  events: EventKinds;
  /** Receives requests that are not events in JSON. @default none */
  messages?: MessageReceiver;
};

/** An authentic request. The body is not parsed yet. */
export type AuthenticRequest = IdentifiedSender & {
  body: Uint8Array;
  receivedAtMs: number;
};

/** The part of a receiver for callers with a format of their own, such as chat tools. */
export type MessageReceiver = {
  /** Whether an unsigned request only tests our URL. It is answered 200 without effect, whatever its path. */
  isUrlTest: (body: Uint8Array) => boolean;
  /** Undefined if the caller sends events. */
  receive: (
    c: Context,
    request: AuthenticRequest,
  ) => Promise<Response> | undefined;
};

/** Chooses the field map of a document, and what it reads. */
type Translate = (
  caller: Caller,
  document: unknown,
) => {
  map: FieldMap | undefined;
  body: unknown;
  /** The data of the thin event that asked for this record. */
  event?: unknown;
};

/** The events of an authentic request. They are not validated yet. */
export type ReadRequest = ReadEventsResult & {
  caller: Caller;
  /** The delivery id if the scheme signs it. */
  deliveryId: string | undefined;
};

/**
 * Creates the first part of every route for events: raw bytes -> signature and time window -> media type -> events. The
 * request is answered here if it is refused, or if it is no event.
 */
export function createRequestReader(
  { events: kinds, messages }: RequestOptions,
  { callers, zone, nowMs, log }: RequestDependencies,
) {
  const types = kinds.map(({ type }) => type);
  const hasAvatar = types.some((type) => eventFactsOf(type).hasAvatar);
  const maxBytes = maxBodyBytes[hasAvatar ? "withAvatar" : "usual"];
  const identifySender = createSenderCheck({ callers, log });

  // A cold start would pay for a parser that most senders never need.
  let parse: ReturnType<typeof createEnvelopeParser> | undefined;
  function check(document: unknown): ValidationIssue[] {
    parse ??= createEnvelopeParser(kinds, nowMs);
    const parsed = parse(document);
    return parsed.ok ? [] : parsed.errors;
  }

  /**
   * @param name - of the caller in the path
   * @param translate - how a document of the body becomes events. @default by the map of the caller
   */
  return async function readRequest(
    c: Context,
    name: string,
    translate: Translate = ({ map }, body) => ({ map, body }),
  ): Promise<ReadRequest | Response> {
    const receivedAtMs = nowMs();
    const body = await bodyOf(c);
    if (body.length > maxBytes) return problem(c, "payload-too-large");
    if (isPing(body) || messages?.isUrlTest(body)) return c.body(null, 200);

    const sender = await identifySender(c, name, body);
    if (sender instanceof Response) return sender;
    const { caller, deliveryId, signedAtMs } = sender;
    const challenge = slackChallengeOf(caller, body);
    if (challenge !== undefined) return c.json({ challenge });
    const message = messages?.receive(c, { ...sender, body, receivedAtMs });
    if (message) return message;

    const content = readBody(body, c.req, caller);
    if ("unsupported" in content) {
      const reason = "unsupported-media-type";
      log.warn("unreadable", { caller: caller.name, reason });
      return problem(c, reason, { detail: content.unsupported });
    }
    const times = { signedAtMs, nowMs: nowMs(), zone };
    const read = joinReads(
      content.documents.map(({ document, toBodyIssue, ...own }) => {
        const { map, ...translated } = translate(caller, document);
        const result = readEvents(
          map,
          { deliveryId, ...own, ...translated, ...times },
          types,
          check,
        );
        return { result, toBodyIssue };
      }),
      content.issues,
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

/** Joins the events of all documents of a body. */
function joinReads(
  reads: readonly {
    result: ReadEventsResult;
    toBodyIssue: BodyDocument["toBodyIssue"];
  }[],
  issues: readonly ValidationIssue[],
): ReadEventsResult {
  const events = reads.flatMap(({ result, toBodyIssue }) =>
    result.events.map((event) => ({
      ...event,
      translateIssue: (issue: ValidationIssue) =>
        event.translateIssue(issue).map(toBodyIssue),
    })),
  );
  const errors = reads.flatMap(({ result, toBodyIssue }) =>
    result.errors.map(toBodyIssue),
  );
  const ignored = reads.reduce((sum, { result }) => sum + result.ignored, 0);
  if (events.length > maxEvents) {
    const detail = `must have at most ${maxEvents} events`;
    return { events: [], errors: [{ pointer: "#", detail }], ignored };
  }
  return { events, errors: [...issues, ...errors], ignored };
}
