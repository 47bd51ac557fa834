import { hasCome } from "../../../shared/employment/holds.ts";
import {
  type Counting,
  type Projected,
  type Shown,
  succeeded,
  waitingUntil,
} from "./shown.ts";

/** A suspension is done when the person has no access. With an `until`, it waits for that day and gives access back. */
export function projectSuspension(
  id: string,
  verdict: Counting,
  { holds, item: { person }, wanted, nowMs }: Projected,
): Shown {
  const said = holds.suspensions.find(({ word }) => word.id === id);
  if (!said || verdict.is === "repeats") return succeeded(verdict);
  const { from, until } = said;
  if (!hasCome(from, nowMs)) return waitingUntil(from.dueMs);
  if (until && hasCome(until, nowMs))
    return wanted.is === "enabled" && person.is === "disabled"
      ? undefined
      : succeeded(verdict);
  const mayHaveAccess = person.is === "enabled" || person.is === "unsure";
  if (wanted.reason === "suspension" && mayHaveAccess) return undefined;
  return until ? waitingUntil(until.dueMs, "suspended") : succeeded(verdict);
}
