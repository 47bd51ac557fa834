import type { Invoked } from "../../environments/benchmark/start-sandbox.ts";

/** Where the time of one execution went, in milliseconds; all but `doneMs` together are `totalMs`. */
export type TimeSplit = {
  totalMs: number;
  /** From the first invocation to the last answer of the platform: then the person is complete. */
  doneMs: number;
  /** At least one call to the platform was under way. */
  platformMs: number;
  /** None was, but a request to the engine was. */
  engineMs: number;
  /** None of both was, but one to DynamoDB was. */
  dynamodbMs: number;
  secretsMs: number;
  /** The sandbox waited for no other part. */
  codeMs: number;
  /** Before, between and after the invocations: the engine, and the way to the sandbox. */
  outsideMs: number;
};

const order = ["platform", "engine", "dynamodb", "secretsManager"] as const;

/**
 * Splits an execution by the part for which it waited. Each moment belongs to the first such part in the order above.
 */
export function splitTime(
  totalMs: number,
  invocations: readonly Invoked[],
  nameOf: (host: string) => string,
): TimeSplit {
  const inside = { platform: 0, engine: 0, dynamodb: 0, secretsManager: 0 };
  let insideMs = 0;
  let doneMs = 0;
  for (const { fromMs, toMs, exchanges } of invocations) {
    const asked = exchanges.filter(({ host }) => nameOf(host) === "platform");
    if (asked.length > 0)
      doneMs = insideMs + Math.max(...asked.map((one) => one.toMs)) - fromMs;
    insideMs += toMs - fromMs;
    let covered: Interval[] = [];
    let soFarMs = 0;
    for (const name of order) {
      const own = exchanges
        .filter(({ host }) => nameOf(host) === name)
        // Requests while the sandbox was loaded, before its invocation, do not count.
        .filter((one) => one.toMs > fromMs && one.fromMs < toMs)
        .map((one): Interval => [
          Math.max(fromMs, one.fromMs),
          Math.min(toMs, one.toMs),
        ]);
      covered = [...covered, ...own];
      const lengthMs = lengthOf(covered);
      inside[name] += lengthMs - soFarMs;
      soFarMs = lengthMs;
    }
  }
  const { platform, engine, dynamodb, secretsManager } = inside;
  const waitedMs = platform + engine + dynamodb + secretsManager;
  return {
    totalMs,
    doneMs,
    platformMs: platform,
    engineMs: engine,
    dynamodbMs: dynamodb,
    secretsMs: secretsManager,
    codeMs: insideMs - waitedMs,
    outsideMs: totalMs - insideMs,
  };
}

type Interval = [fromMs: number, toMs: number];

/** How much time the intervals cover; where they overlap, it counts once. */
function lengthOf(intervals: readonly Interval[]): number {
  let lengthMs = 0;
  let endMs = -Infinity;
  for (const [fromMs, toMs] of intervals.toSorted(([a], [b]) => a - b)) {
    if (toMs <= endMs) continue;
    lengthMs += toMs - Math.max(fromMs, endMs);
    endMs = toMs;
  }
  return lengthMs;
}
