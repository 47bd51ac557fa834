import {
  hasCome,
  isRuled,
  isWithdrawn,
  nextOf,
} from "../../../shared/employment/holds.ts";
import { deletionOf } from "../../../shared/employment/next-move.ts";
import {
  cancelled,
  type Counting,
  type Projected,
  type Shown,
  succeeded,
  waitingUntil,
} from "./shown.ts";

/** A termination is done when the person is deleted, or disabled and kept, or when a later word decides instead. */
export function projectTermination(
  id: string,
  verdict: Counting,
  situation: Projected,
): Shown {
  const { holds, nowMs, wanted } = situation;
  if (verdict.is === "repeats") return succeeded(verdict);
  if (wanted.because === id) return projectLeaving(id, verdict, situation);
  const all = holds.employments;
  const ended = all.filter(({ end }) => end?.word.id === id);
  const withDays = ended.filter((one) => !isWithdrawn(one));
  const due = withDays.flatMap(({ end }) =>
    end && !hasCome(end, nowMs) ? end.dueMs : [],
  );
  if (due.length > 0) return waitingUntil(Math.min(...due));
  const [next] = withDays
    .flatMap((one) => nextOf(one, all) ?? [])
    .filter(({ start }) => hasCome(start, nowMs));
  if (next) return cancelled("rehired", next.startBy.id);
  const later = all.findLast(({ end }) => end)?.end?.word.id;
  const isReplaced = later !== undefined && later !== id;
  return isReplaced && (withDays.length > 0 || ended.length === 0)
    ? cancelled("terminated-since", later)
    : succeeded(verdict);
}

/** Nothing but this termination decides what becomes of the person. */
function projectLeaving(
  id: string,
  verdict: Counting,
  { holds, item: { person }, nowMs, wanted }: Projected,
): Shown {
  switch (person.is) {
    case "none":
      return succeeded(verdict);
    case "gone":
      return person.holdsData ? undefined : succeeded(verdict);
    case "disabled": {
      if (person.for !== wanted.reason) return undefined;
      if (wanted.is === "disabled")
        // An operator can enable the person again.
        return {
          ...(isRuled(holds, id, "kept")
            ? cancelled("rejected")
            : succeeded(verdict)),
          disposition: "disable",
        };
      const deletion = deletionOf(wanted, person);
      return hasCome(deletion, nowMs)
        ? undefined
        : waitingUntil(deletion.dueMs, "grace");
    }
    default:
      return undefined;
  }
}
