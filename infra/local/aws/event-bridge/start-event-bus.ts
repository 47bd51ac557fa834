import * as z from "zod";
import { parseJson } from "../../../../shared/parse-json.ts";
import { localArn } from "../arn.ts";
import {
  answerOperations,
  AwsError,
  errorAnswer,
  operation,
} from "../aws-error.ts";
import {
  eventBusFaultAnswers,
  failSometimes,
  type AwsFaults,
} from "../aws-faults.ts";
import {
  askedOfEventBus,
  type Permits,
  requirePermission,
} from "../permissions.ts";
import {
  createEventBridgeEvent,
  type EventBridgeEvent,
} from "./event-bridge-event.ts";
import {
  startHttpServer,
  type HttpServer,
} from "../../../pages/http-server.ts";

export type EventBusOptions = {
  /** 0 takes any free port. @default 0 */
  port?: number;
  busName: string;
  /** The types of events that the rule of the bus routes. */
  types: readonly string[];
  sources: readonly string[];
  /** Accepts an event and returns immediately. */
  deliver: (event: EventBridgeEvent) => void;
  /** Refuses or loses a share of the requests, and refuses a share of their entries. @default never */
  awsFaults?: AwsFaults | undefined;
  /** Which requests IAM allows. @default all */
  permits?: Permits | undefined;
  nowMs?: () => number;
};

/** The last second of the year 9999. */
const maxEpochSeconds = 253_402_300_799;

const entrySchema = z.object({
  Source: z.string().optional(),
  DetailType: z.string().optional(),
  /** JSON text of an object. */
  Detail: z.string().optional(),
  /** A name or an ARN. If it is absent, the event goes to the default bus, which has no rules here. */
  EventBusName: z.string().optional(),
  /** Epoch seconds. */
  Time: z.number().min(0).max(maxEpochSeconds).optional(),
  Resources: z.array(z.string()).optional(),
});
type Entry = z.infer<typeof entrySchema>;

const requestSchema = z.object({
  Entries: z.array(entrySchema).min(1).max(10),
});
const detailSchema = z.record(z.string(), z.unknown());

/** The limit for all entries of a request together. */
const maxEntryBytes = 1024 * 1024;

/** The reason why a single entry was rejected. */
type EntryIssue = { ErrorCode: string; ErrorMessage: string };

/**
 * Starts EventBridge on loopback, with the operation PutEvents and one bus whose rule delivers events to a function. As on
 * AWS, an event that does not match the rule or names another bus is accepted and is not delivered.
 *
 * The bus is kinder than AWS in three ways: it hands over each event immediately, exactly once and in the order of the
 * request; a delivery cannot fail; and without `permits` it accepts any credentials. It has no bus policy. Lambda
 * delivers events twice and late if it has `awsFaults`. Without it, the bus refuses no correct entry. The rule matches
 * only source and detail-type.
 */
export async function startEventBus(
  options: EventBusOptions,
): Promise<HttpServer> {
  const operations = {
    PutEvents: operation(requestSchema, ({ Entries }) => {
      if (sum(Entries.map(sizeOf)) > maxEntryBytes)
        throw new AwsError("ValidationException", 400, tooLarge);
      return putEvents(Entries, options);
    }),
  };
  return startHttpServer({
    port: options.port ?? 0,
    // `Detail` is JSON text inside JSON, and escaping makes it several times as large.
    maxBodyBytes: 4 * maxEntryBytes,
    tooLarge: errorAnswer(400, "ValidationException", tooLarge),
    answer: requirePermission(
      failSometimes(
        answerOperations(operations, "ValidationException"),
        options.awsFaults,
        eventBusFaultAnswers,
      ),
      options.permits,
      askedOfEventBus,
    ),
  });
}

const tooLarge = "Total size of the entries in the request is over the limit.";

/** The size of an entry in bytes, as EventBridge calculates it. */
function sizeOf({ Time, Source, DetailType, Detail, Resources = [] }: Entry) {
  const texts = [Source, DetailType, Detail, ...Resources];
  return (
    (Time === undefined ? 0 : 14) +
    sum(texts.map((text = "") => Buffer.byteLength(text)))
  );
}

function putEvents(entries: readonly Entry[], options: EventBusOptions) {
  const { nowMs = Date.now } = options;
  const results = entries.map((entry) => {
    if (isRefused(options.awsFaults)) return throttled;
    const event = toEvent(entry, nowMs());
    if ("ErrorCode" in event) return event;
    if (isForBus(entry, options.busName)) dispatch(event, options);
    return { EventId: event.id };
  });
  const FailedEntryCount = results.filter((one) => "ErrorCode" in one).length;
  return { FailedEntryCount, Entries: results };
}

const throttled: EntryIssue = {
  ErrorCode: "ThrottlingException",
  ErrorMessage: "Rate exceeded",
};

function isRefused(awsFaults: AwsFaults | undefined): boolean {
  return awsFaults !== undefined && awsFaults.random() < awsFaults.failingShare;
}

function toEvent(entry: Entry, nowMs: number): EventBridgeEvent | EntryIssue {
  const { Source, DetailType, Detail } = entry;
  if (!Source) return missing("Source");
  if (!DetailType) return missing("DetailType");
  if (!Detail) return missing("Detail");
  if (Source.startsWith("aws.")) {
    return {
      ErrorCode: "NotAuthorizedForSourceException",
      ErrorMessage: "Not authorized for the source.",
    };
  }
  const detail = detailSchema.safeParse(parseJson(Detail));
  if (!detail.success) {
    const ErrorMessage = "Detail is malformed.";
    return { ErrorCode: "MalformedDetail", ErrorMessage };
  }
  return createEventBridgeEvent({
    source: Source,
    detailType: DetailType,
    timeMs: entry.Time === undefined ? nowMs : entry.Time * 1000,
    resources: entry.Resources,
    detail: detail.data,
  });
}

function missing(name: string): EntryIssue {
  const ErrorMessage = `Parameter ${name} is not valid. Reason: ${name} is a required argument.`;
  return { ErrorCode: "InvalidArgument", ErrorMessage };
}

function isForBus({ EventBusName = "default" }: Entry, busName: string) {
  const arn = localArn("events", `event-bus/${busName}`);
  return EventBusName === busName || EventBusName === arn;
}

function dispatch(
  event: EventBridgeEvent,
  { types, sources, deliver }: EventBusOptions,
): void {
  if (sources.includes(event.source) && types.includes(event["detail-type"]))
    deliver(event);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
