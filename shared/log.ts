/**
 * The fields that a log line may have beside its message: ids, codes and counts. No other field can be logged, so
 * names, addresses, tokens and bodies never reach the log.
 */
type LogFields = {
  operationId?: string;
  /** The sender's id of the event. */
  deliveryId?: string | undefined;
  caller?: string;
  /** The name of a source in its secret. */
  source?: string;
  /** The name of a subscriber in its secret. */
  subscriber?: string;
  /** The event's type. */
  type?: string;
  status?: string;
  /** A pass of the scheduler: the status of its operations, `blocked` or `payload`. */
  pass?: string;
  step?: string;
  attempt?: number;
  /** A reason code. */
  reason?: string | undefined;
  /** What operations wait for: the platform, or our configuration. */
  blockedBy?: "platform" | "configuration";
  /** The name of an error class, never its message: a message may quote input. */
  error?: string;
  /** The name of the error that caused it, or its code, such as `ECONNREFUSED`. */
  cause?: string | undefined;
  count?: number;
  /** For how long the most overdue of the counted operations has been due. */
  overdueSeconds?: number;
  /** Issues of our own configuration: JSON Pointers and sentences, never values. */
  issues?: string[];
  /** Known fields of a body that were wrong, as JSON Pointers: no values and no names that the sender chose. */
  fields?: string[];
};

/**
 * The messages of our log lines. The metric filters of infra/aws/metrics.ts and docs/operating.md name some of them. A
 * workflow also logs `<workflow> ended`.
 */
export const logMessages = {
  accepted: "A receiver has accepted an event",
  "bus failed": "A request to our event bus has failed, and is repeated",
  "bus refused":
    "Our event bus did not take some notices, and gets them in a minute",
  changed: "A request to the operators' API has changed an operation",
  "configuration wrong": "A secret or our store is not as it must be",
  "delivery failed":
    "A subscriber did not take some notices, and gets them again later",
  "delivery given up":
    "A subscriber did not take some notices within three days",
  dispatched: "The scheduler has started or handled operations",
  "dispatch failed": "The scheduler could not handle some operations",
  "engine failed": "A request of a workflow to Lambda's engine has failed",
  "execution failed":
    "An error outside a step has ended an execution without a result",
  "execution lost": "The last execution of an operation ended without a result",
  "execution replaced":
    "An execution ended without a result, and another one follows",
  forbidden: "The caller lacks the scope of the event, or `scim` in its entry",
  "id reused": "A delivery id came with another event than before",
  ignored: "A field map ignores some items of a request",
  invalid: "An event does not fit its schema",
  "notice unreadable": "The notices of an item in our store cannot be read",
  "notices collected": "A round has read what is due in the outbox",
  "notices overdue": "Notices are due for long, and no round takes them",
  "never ran": "The scheduler gives up an operation after its last start",
  "not answered": "A chat tool did not take the answer to a click",
  "not dispatched": "The scheduler could not handle an operation",
  "not started": "A changed operation could not be started at once",
  "outage began": "Operations wait, because a probe has failed",
  "outage changed": "A probe fails for another cause than before",
  "outage lasts": "The scheduler found that an outage is not over yet",
  "outage over": "Operations go on, because a probe has succeeded",
  "blocked alone": "An operation waits although a probe has succeeded",
  "plan ended":
    "The plan of a list was made or applied, or it or its execution ended early",
  "plan taken over":
    "The plan of a list made no progress, and another execution goes on",
  "pull failed": "The records of a source could not be read as a list",
  "pull left out":
    "A pull did not begin, because the one before it is not over",
  "record invalid": "What a record means does not fit our schema",
  "record not read": "A source did not give a record, and is asked again",
  refused: "An event of EventBridge goes to the failure destination",
  rejected: "A request is not authentic",
  "secret kept": "A secret cannot be read, so the last good copy of it is used",
  "starts stopped":
    "Lambda throttles, so the scheduler starts nothing more in this run",
  "subscriber disabled":
    "A subscriber answered 410, so it gets no more notices",
  "subscribers unreadable":
    "The subscribers secret cannot be read, so its notices wait",
  "step failed": "A step of a workflow has failed",
  unavailable: "A request could not be served because of our own outage",
  unreadable:
    "The body of a request is no event, or a field map cannot translate some of its items",
} as const satisfies Record<string, string>;

export type LogMessage = keyof typeof logMessages | `${string} ended`;

export type Log = Record<
  "info" | "warn" | "error",
  (message: LogMessage, fields: LogFields) => void
>;

/**
 * Creates a log that writes each entry as one JSON line, by default to stdout. Lambda keeps a line unchanged if it is a
 * JSON object with `level` and `timestamp`, and metric filters read its fields.
 */
export function createLog(
  serviceName: string,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Log {
  const at = (level: string) => (message: LogMessage, fields: LogFields) => {
    const timestamp = new Date().toISOString();
    const entry = { level, message, timestamp, service: serviceName };
    write(`${JSON.stringify({ ...entry, ...fields })}\n`);
  };
  return { info: at("INFO"), warn: at("WARN"), error: at("ERROR") };
}
