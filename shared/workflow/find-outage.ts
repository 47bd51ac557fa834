import type { Log } from "../log.ts";
import { type Blocker, blockerOf, type ReasonCode } from "../reason-codes.ts";
import type { Outages } from "../store/outages.ts";
import { toStepFailure } from "./failure.ts";

/** A read of our own for each blocker. It rejects while operations could not go on. */
export type Probes = Record<Blocker, () => Promise<unknown>>;

export type OutageOptions = {
  store: { outages: Outages };
  platformAuth: { probes: Probes };
  nowMs: () => number;
  log: Log;
};

/** A probe that succeeded so recently is not repeated. */
const answerMs = 30_000;

/** Whether there is an outage, as far as our store knows it. */
export async function isOutage(
  { store }: Pick<OutageOptions, "store">,
  blocker: Blocker,
): Promise<boolean> {
  return (await store.outages.get(blocker))?.beganAtMs !== undefined;
}

/**
 * Finds out whether the trouble of an operation is an outage, which affects all operations. If the store knows of none,
 * a probe decides. A failed probe begins the outage.
 */
export async function findOutage(
  options: OutageOptions,
  blocker: Blocker,
): Promise<boolean> {
  const {
    store: { outages },
    platformAuth,
    nowMs,
    log,
  } = options;
  const known = await outages.get(blocker);
  if (known?.beganAtMs !== undefined) return true;
  if (nowMs() - (known?.answeredAtMs ?? 0) < answerMs) return false;
  const { applied, item } = await outages.leaseProbe(blocker, known);
  // Another workflow probes at this moment, or has begun the outage. Each workflow asks again after its next attempt.
  if (!applied) return item?.beganAtMs !== undefined;
  const reason = await failureOf(platformAuth.probes[blocker], blocker);
  if (reason === undefined) {
    await outages.noteAnswer(blocker, known);
    return false;
  }
  await tellOutage({ outages, log }, "began", blocker, reason);
  await outages.noteFailure(blocker, reason, known);
  return true;
}

/**
 * Tells operators about an outage: by a log line, which may ring an alarm, and by a notice. Intentionally before the
 * write that begins, changes or ends the outage: a crash in between doubles both, and does not lose them.
 */
export async function tellOutage(
  { outages, log }: { outages: Outages; log: Log },
  change: "began" | "changed" | "over",
  blocker: Blocker,
  reason: ReasonCode,
): Promise<void> {
  const level = change === "over" ? "info" : "error";
  log[level](`outage ${change}`, { blockedBy: blocker, reason });
  await outages.tell(`outage.${change}`, blocker, reason);
}

/**
 * Runs a probe. Resolves to the reason why it failed. A failure that does not belong to the blocker counts as success:
 * a platform that refuses a request, for another reason than our credentials, works.
 */
export async function failureOf(
  probe: () => Promise<unknown>,
  blocker: Blocker,
): Promise<ReasonCode | undefined> {
  try {
    await probe();
    return undefined;
  } catch (error) {
    const { code } = toStepFailure(error);
    return blockerOf(code) === blocker ? code : undefined;
  }
}
