import {
  type FieldTime,
  hasCome,
  isToGoOn,
} from "../../../shared/employment/holds.ts";
import { deletionOf, unwritten } from "../../../shared/employment/next-move.ts";
import {
  cancelled,
  type Counting,
  type Projected,
  type Shown,
  succeeded,
  waitingUntil,
} from "./shown.ts";

/** A change is done when the person has it. Without a person, the next hire brings it. */
export function projectChange(
  id: string,
  verdict: Counting,
  situation: Projected,
): Shown {
  const { holds, item, nowMs, wanted } = situation;
  const { person } = item;
  if (verdict.is === "scheduled" && !hasCome(verdict.for, nowMs))
    return waitingUntil(verdict.for.dueMs);
  if (hasUnwritten(id, situation)) return undefined;
  const next = holds.employments.findLast((one) =>
    isToGoOn(one, holds.employments, nowMs),
  );
  const mine = ({ by }: FieldTime) => by === id;
  switch (person.is) {
    case "unsure":
      return undefined;
    case "enabled":
    case "disabled": {
      const isWritten = !unwritten(wanted, person.fields).some(mine);
      if (isWritten)
        return { ...succeeded(verdict), ...outdated(id, situation) };
      if (person.is === "enabled" || wanted.is === "enabled") return undefined;
      return next ? waitingUntil(next.start.dueMs) : cancelled("left");
    }
    default: {
      if (!next) return cancelled("left");
      const changed = wanted.createWith.filter(mine).map(({ field }) => field);
      return {
        ...succeeded({ is: "repeats", of: next.startBy.id }),
        ...(changed.length > 0 && { result: { refs: {}, changed } }),
        ...outdated(id, situation),
      };
    }
  }
}

/** Whether fields of this statement can be written to the person now, and are not. */
export function hasUnwritten(
  id: string,
  { wanted, item: { person }, nowMs }: Projected,
): boolean {
  switch (person.is) {
    case "enabled":
      if (wanted.is !== "enabled") return false;
      break;
    case "disabled": {
      const isInGrace =
        wanted.is === "deleted" && !hasCome(deletionOf(wanted, person), nowMs);
      if (wanted.reason !== "suspension" && !isInGrace) return false;
      break;
    }
    default:
      return false;
  }
  return unwritten(wanted, person.fields).some(({ by }) => by === id);
}

/** The fields of which a later statement counts. */
export function outdated(id: string, { item, holds, wanted }: Projected) {
  const find = (by: string) => item.statements?.find((one) => one.id === by);
  const said = find(id);
  const named = said && "fields" in said ? said.fields : [];
  const isLatest = (field: string) => {
    const latest = wanted.createWith.find((one) => one.field === field);
    // Of two hires that say the same, it does not matter which one counts.
    const isOfHire = find(latest?.by ?? "")?.kind === "hired";
    if (said?.kind === "hired" && isOfHire) return true;
    return latest?.by === id || (latest === undefined && isToCome(field));
  };
  const isToCome = (field: string) =>
    holds.fields.some((one) => one.field === field && one.by === id);
  const warnings = named
    .filter((field) => field !== derivedName && !isLatest(field))
    .map((about) => ({ about, reason: "newer-change" as const }));
  return { warnings };
}

/** It follows from the other names, unless an event names it. */
const derivedName = "/name/formatted";
