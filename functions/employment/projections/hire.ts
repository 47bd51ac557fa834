import { dayMs } from "../../../shared/durations.ts";
import {
  type Employment,
  hasCome,
  isWithdrawn,
  nextOf,
} from "../../../shared/employment/holds.ts";
import { hasUnwritten, outdated } from "./change.ts";
import {
  cancelled,
  type Counting,
  type Projected,
  type Shown,
  succeeded,
  waitingUntil,
} from "./shown.ts";

/** How long a hire waits for the end of a suspension that has none. Then it waits again. */
const lookAgainAfterMs = 30 * dayMs;

/**
 * A hire is done when the person has access, and its extras are done.
 *
 * @param hasExtras - whether avatar, tasks, streams or identities are not done
 * @param isMade - whether this execution made the person and the extras
 */
export function projectHire(
  id: string,
  verdict: Counting,
  situation: Projected,
  { hasExtras, isMade }: { hasExtras: boolean; isMade: boolean },
): Shown {
  const { holds, item, nowMs, wanted } = situation;
  if (hasUnwritten(id, situation)) return undefined;
  const opened = holds.employments.find(({ startBy }) => startBy.id === id);
  // Its extras stay to be done if another hire that says the same came first.
  if (!opened || verdict.is === "repeats")
    return hasExtras
      ? undefined
      : { ...succeeded(verdict), ...outdated(id, situation) };
  if (!hasCome(opened.start, nowMs) && !isWithdrawn(opened))
    return waitingUntil(opened.start.dueMs);
  if (isMade) return hasExtras ? undefined : succeeded(verdict);
  const ended = projectEnded(opened, holds.employments, nowMs);
  if (ended) return ended;
  if (hasExtras) return undefined;
  const isAbsent = item.person.is === "none" || item.person.is === "gone";
  if (wanted.is === "disabled" && isAbsent)
    return waitingUntil(wanted.lookAgainMs ?? nowMs + lookAgainAfterMs);
  return hasAccess(situation) ? succeeded(verdict) : undefined;
}

/** A resumption or a cancellation is done when nobody is without access who should have it. */
export function projectReturn(verdict: Counting, situation: Projected): Shown {
  if (!hasAccess(situation)) return undefined;
  const reason = verdict.is === "in-force" ? verdict.warning : undefined;
  const warnings = reason ? [{ about: "terminations", reason }] : [];
  return { ...succeeded(verdict), warnings };
}

function hasAccess({ wanted, item: { person } }: Projected): boolean {
  return wanted.is !== "enabled" || person.is === "enabled";
}

/** The employment is over before it brought the person. */
function projectEnded(
  one: Employment,
  all: readonly Employment[],
  nowMs: number,
): Shown {
  const { end } = one;
  if (end)
    return isWithdrawn(one) || hasCome(end, nowMs)
      ? cancelled("terminated-since", end.word.id)
      : undefined;
  const next = nextOf(one, all);
  return next && hasCome(next.start, nowMs)
    ? cancelled("hired-since", next.startBy.id)
    : undefined;
}
