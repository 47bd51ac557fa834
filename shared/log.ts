/**
 * All that a log line may say beside its message: ids, codes and counts. What is not listed here cannot be logged, so
 * that no name, address, token or body ever is.
 */
type LogFields = {
  operationId?: string;
  /** By which the sender knows the event. */
  deliveryId?: string | undefined;
  caller?: string;
  /** The event's type. */
  type?: string;
  status?: string;
  step?: string;
  attempt?: number;
  /** A code. */
  reason?: string | undefined;
  /** The name of an error class; never its message, which may quote what others sent. */
  error?: string;
  count?: number;
  /** What is wrong with our own configuration: places and sentences, never values. */
  issues?: string[];
  /** Known fields of a body that were wrong, as JSON Pointers; never values, nor names that the sender chose. */
  fields?: string[];
};

export type Log = Record<
  "info" | "warn" | "error",
  (message: string, fields: LogFields) => void
>;

/**
 * One JSON line an entry, straight to stdout: Lambda takes a line that is a JSON object with `level` and `timestamp` as it
 * is, and metric filters read its fields.
 */
export function createLog(serviceName: string): Log {
  const at = (level: string) => (message: string, fields: LogFields) => {
    const timestamp = new Date().toISOString();
    const entry = { level, message, timestamp, service: serviceName };
    process.stdout.write(`${JSON.stringify({ ...entry, ...fields })}\n`);
  };
  return { info: at("INFO"), warn: at("WARN"), error: at("ERROR") };
}
