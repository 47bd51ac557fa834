import { type StoredEventType, takesAccess } from "../event-types.ts";
import type { BlockedOutcome, StartedOperation } from "../store/operation.ts";
import { lastTermination } from "../store/operation-writer.ts";
import { type Blocker, blockerOf } from "../reason-codes.ts";
import { StepFailure } from "../step-failure.ts";
import { findOutage, type OutageOptions } from "./find-outage.ts";
import type { Steps } from "./steps.ts";
import { dayMs, hourMs, minuteMs } from "../durations.ts";

type PauseOptions = OutageOptions & {
  operation: StartedOperation;
  steps: Steps;
  random: () => number;
};

/** How an operation waits. The workflow adds the steps, and that the profile may show a status. */
export type Pause = Omit<BlockedOutcome, "steps" | "mayBeShown" | "result">;

/** Hires and changes wait this long. */
export const patienceMs = 7 * dayMs;
/** An operation that alone is blocked pauses for a minute first, then twice as long each time, up to this. */
const maxPauseMs = 6 * hourMs;
/**
 * A blocked operation notices a repair of our own configuration within this time on the first day, and then within an
 * hour.
 */
const maxConfigurationPauseMs = 10 * minuteMs;
/** With their jitter, these pauses last about a day. */
const pausesOfFirstDay = 150;
/** The end of an outage wakes an operation. Should it be missed, the operation looks itself after this time. */
const lookAgainMs = 6 * hourMs;

/**
 * Step "choose pause": how an operation waits after a failure that may pass. During an outage, its end wakes the
 * operation. An operation that alone is blocked tries again by itself.
 *
 * Undefined if the failure does not pass, and `over` when the operation has waited as long as it may.
 */
export async function choosePause(
  options: PauseOptions,
  { code }: StepFailure,
  mayWaitMs: number,
): Promise<Pause | "over" | undefined> {
  const { operation, steps, nowMs, random, log } = options;
  const { id: operationId, type, blockedSinceMs, pauses = 0 } = operation;
  const blockedBy = blockerOf(code);
  if (blockedBy === undefined) return undefined;
  return steps.store("choose pause", async () => {
    const atMs = nowMs();
    const sinceMs = blockedSinceMs ?? atMs;
    const untilMs = sinceMs + mayWaitMs;
    if (atMs >= untilMs) return "over";
    const pause = {
      status: "waiting" as const,
      reason: code,
      blockedBy,
      blockedSinceMs: sinceMs,
      warnings: operation.warnings,
    };
    if (await findOutage(options, blockedBy))
      return {
        ...pause,
        pauses: 0,
        outage: blockedBy,
        wakeOrder: wakeOrderOf(type, atMs),
        dueAtMs: Math.min(untilMs, atMs + lookAgainMs),
      };
    // Later pauses write no line.
    if (pauses === 0)
      log.error("blocked alone", {
        operationId,
        type,
        blockedBy,
        reason: code,
      });
    const ownMs = Math.min(
      longestPauseMs(blockedBy, pauses),
      minuteMs * 2 ** Math.min(pauses, 10),
    );
    const askedMs = Math.min(maxPauseMs, steps.askedPauseMs());
    const pauseMs = Math.max(ownMs * (0.75 + random() / 4), askedMs);
    return {
      ...pause,
      pauses: pauses + 1,
      dueAtMs: Math.ceil(Math.min(untilMs, atMs + pauseMs)),
    };
  });
}

/**
 * Step "check outage", only of an operation that was blocked before: while an outage lasts, the operation makes no
 * call.
 *
 * @throws StepFailure with the reason of the outage
 */
export async function requireNoOutage({
  operation,
  steps,
  store: { outages },
}: PauseOptions): Promise<void> {
  if (operation.blockedSinceMs === undefined) return;
  const reason = await steps.store("check outage", async () => {
    const all = await Promise.all([
      outages.get("configuration"),
      outages.get("platform"),
    ]);
    const outage = all.find((one) => one?.beganAtMs !== undefined);
    return outage?.reason ?? null;
  });
  if (reason !== null) throw new StepFailure(reason);
}

/** Step "find outage": whether a failure of a part that the operation can do without belongs to an outage. */
export async function isPartOfOutage(
  options: PauseOptions,
  { code }: StepFailure,
): Promise<boolean> {
  const blocker = blockerOf(code);
  if (blocker === undefined) return false;
  return options.steps.store("find outage", () => findOutage(options, blocker));
}

function longestPauseMs(blockedBy: Blocker, pauses: number): number {
  if (blockedBy === "platform") return maxPauseMs;
  return pauses < pausesOfFirstDay ? maxConfigurationPauseMs : hourMs;
}

/** Operations that take access away wake first: until then, the person keeps it. */
function wakeOrderOf(type: StoredEventType, atMs: number): number {
  return takesAccess(type) ? atMs : lastTermination + atMs;
}
