import type { Move } from "../../../shared/employment/move.ts";
import { nextInstant } from "../../../shared/employment/wanted.ts";
import type { WorkflowOutcome } from "../../../shared/store/operation.ts";
import { asksFor, type Projected, waitingUntil } from "./shown.ts";

const needNobody: readonly Move["do"][] = ["nothing", "wait"];

/**
 * What is to come can belong to an operation that has ended already: a rejected termination brings an earlier last day
 * back. Then the newest open operation does it, waits for it, or asks for it.
 *
 * @param shown - what each open operation shows by itself
 */
export function guard(
  situation: Projected,
  shown: Map<string, WorkflowOutcome>,
): Map<string, WorkflowOutcome> {
  const { item, move, holds, wanted, nowMs } = situation;
  const isAtWork = item.unfinished.some(({ id }) => !shown.has(id));
  const newest = item.unfinished.findLast(
    ({ id }) =>
      (shown.get(id)?.status ?? "needs_attention") !== "needs_attention",
  )?.id;
  const own = shown.get(newest ?? "");
  if (newest === undefined || own === undefined) return shown;
  if (!needNobody.includes(move.do)) {
    if (!isAtWork) shown.delete(newest);
    return shown;
  }
  if (move.do === "nothing" && move.because !== undefined) {
    const { because } = move;
    const isAsked = [...shown.values()].some(
      ({ reason }) => reason === because,
    );
    // Who waits for a day looks again then, and must not miss it.
    if (!isAsked && own.status !== "waiting")
      shown.set(newest, asksFor(because));
  }
  const next = nextInstant(holds, wanted, item.person, nowMs);
  const isAwaited = [...shown.values()].some(
    (one) => one.status === "waiting" && one.dueAtMs <= next,
  );
  const isAsking = shown.get(newest)?.status === "needs_attention";
  if (next < Infinity && !isAwaited && !isAsking)
    shown.set(newest, {
      ...waitingUntil(next),
      ...(own.status === "waiting" && own),
      dueAtMs: next,
    });
  return shown;
}
