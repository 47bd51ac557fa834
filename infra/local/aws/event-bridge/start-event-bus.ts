import { randomUUID } from "node:crypto";
import * as z from "zod";
import { parseJson } from "../../../../shared/parse-json.ts";
import { localRegion } from "../../../cli/local-aws-options.ts";
import { localAccountId, localArn } from "../arn.ts";
import {
  answerOperations,
  errorAnswer,
  operation,
  targetOf,
} from "../aws-error.ts";
import { withAwsConditions, type AwsConditions } from "../aws-service.ts";
import {
  startHttpServer,
  type HttpServer,
} from "../../../pages/http-server.ts";

/** `awsFaults` refuses a share of the entries of a request, too. */
export type EventBusOptions = AwsConditions & {
  busName: string;
  sources: readonly string[];
  /** Accepts an event and returns immediately. */
  deliver: (event: EventBridgeEvent) => void;
  nowMs?: () => number;
};

const entrySchema = z.object({
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  /** JSON text of an object. */
  Detail: z
    .string()
    .transform(parseJson)
    .pipe(z.record(z.string(), z.unknown())),
  /** The default bus has no rules here. */
  EventBusName: z.string().default("default"),
  /** Epoch seconds. */
  Time: z.number().optional(),
});
type Entry = z.infer<typeof entrySchema>;

const requestSchema = z.object({
  Entries: z.array(entrySchema).min(1).max(10),
});

/** The limit for all entries of a request together. */
const maxEntryBytes = 1024 * 1024;

/**
 * Starts EventBridge on loopback, with the operation PutEvents and one bus whose rule delivers events to a function. As
 * on AWS, an event that does not match the rule or names another bus is accepted and is not delivered.
 * infra/local/README.md says how the bus differs from AWS.
 */
export async function startEventBus(
  options: EventBusOptions,
): Promise<HttpServer> {
  const operations = {
    PutEvents: operation(requestSchema, ({ Entries }) => {
      const results = Entries.map((entry) => put(entry, options));
      const failed = results.filter((one) => "ErrorCode" in one);
      return { FailedEntryCount: failed.length, Entries: results };
    }),
  };
  const answer = withAwsConditions(
    answerOperations(operations, "ValidationException"),
    {
      askedOf: (request) => ({
        action: `events:${targetOf(request)[1] ?? ""}`,
        resource: localArn("events", `event-bus/${options.busName}`),
      }),
      throttled: errorAnswer(400, "ThrottlingException", "Rate exceeded"),
      lost: errorAnswer(500, "InternalException", "Internal error"),
    },
    options,
  );
  return startHttpServer(answer, {
    // `Detail` is JSON text inside JSON, and escaping makes it several times as large.
    maxBodyBytes: 4 * maxEntryBytes,
    tooLarge: errorAnswer(400, "ValidationException", "Too many bytes."),
  });
}

const throttled = {
  ErrorCode: "ThrottlingException",
  ErrorMessage: "Rate exceeded",
};

function put(
  entry: Entry,
  { nowMs = Date.now, awsFaults, busName, sources, deliver }: EventBusOptions,
) {
  if (awsFaults && awsFaults.random() < awsFaults.failingShare)
    return throttled;
  const event = eventOf(entry, nowMs());
  const isRouted =
    entry.EventBusName === busName && sources.includes(entry.Source);
  if (isRouted) deliver(event);
  return { EventId: event.id };
}

export type EventBridgeEvent = ReturnType<typeof eventOf>;

function eventOf({ Source, DetailType, Detail, Time }: Entry, nowMs: number) {
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": DetailType,
    source: Source,
    account: localAccountId,
    time: toWholeSeconds(Time === undefined ? nowMs : Time * 1000),
    region: localRegion,
    resources: [],
    detail: Detail,
  };
}

/** The time format of EventBridge: `2026-03-12T19:03:58Z`. */
export function toWholeSeconds(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+Z$/, "Z");
}
