/**
 * The fields of a log line beside its message: ids, codes and counts. Only these fields can be logged. A name, an
 * address, a token or a body can therefore never be logged.
 */
type LogFields = {
  operationId?: string;
  /** The sender's id of the event. */
  deliveryId?: string | undefined;
  caller?: string;
  /** The event's type. */
  type?: string;
  status?: string;
  step?: string;
  attempt?: number;
  /** A reason code. */
  reason?: string | undefined;
  /** The name of an error class. Never its message, which may quote data of a request or a response. */
  error?: string;
  count?: number;
  /** The problems in our own configuration: positions and explanations, never values. */
  issues?: string[];
  /** The invalid known fields of a body, as JSON Pointers. Never values, and never names that the sender chose. */
  fields?: string[];
};

export type Log = Record<
  "info" | "warn" | "error",
  (message: string, fields: LogFields) => void
>;

/**
 * Writes each entry as one JSON line to stdout. Lambda stores a JSON object with `level` and `timestamp` unchanged, and
 * metric filters read its fields.
 */
export function createLog(serviceName: string): Log {
  const at = (level: string) => (message: string, fields: LogFields) => {
    const timestamp = new Date().toISOString();
    const entry = { level, message, timestamp, service: serviceName };
    process.stdout.write(`${JSON.stringify({ ...entry, ...fields })}\n`);
  };
  return { info: at("INFO"), warn: at("WARN"), error: at("ERROR") };
}
