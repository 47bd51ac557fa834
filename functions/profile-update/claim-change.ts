import { amendWaiting } from "../../shared/person/amend-waiting.ts";
import { timeOf } from "../../shared/person/field-times.ts";
import { isAmendable } from "../../shared/store/amendments.ts";
import {
  changeableStates,
  type Employee,
} from "../../shared/store/employee.ts";
import {
  isFinal,
  type Operation,
  type Warning,
} from "../../shared/store/operation.ts";
import { type Busy, busyBehind } from "../../shared/workflow/await-turn.ts";
import type { ProfileUpdateRun } from "./profile-update-run.ts";

/** What a change applies to. The engine's history holds it, so it has names of fields and no values. */
export type ChangeClaim = (
  | { kind: "person" }
  /** The hire waits for its time, and now asks for what the change says. */
  | { kind: "hire"; by: string; changed: string[] }
  /** The person will not be changed any more, or is gone. */
  | { kind: "gone" }
  /** The hire ended without a person. */
  | { kind: "hire-failed" }
  /** No event that creates a person is known. */
  | { kind: "unknown" }
) & { warnings: Warning[] };

type ClaimRun = Pick<
  ProfileUpdateRun,
  "operation" | "store" | "readChange" | "zone" | "nowMs"
>;

/**
 * Finds out what a change applies to. A hire that waits for its time is amended at once. A hire that runs, or is
 * blocked, is waited for. So is an operation that restores a person who was kept.
 */
export async function claimChange(run: ClaimRun): Promise<ChangeClaim | Busy> {
  const { operation, store, readChange } = run;
  const warnings = warningsOf(await readChange());
  const known = await store.employees.get(operation.employeeId);
  if (known && changeableStates.includes(known.state))
    return { kind: "person", warnings };
  if (known?.state === "deleting") return { kind: "gone", warnings };

  const open = await findOpen(run, known);
  const restoring = known?.state === "kept" && open.find(isRestoring);
  if (restoring) return busyBehind(restoring);
  const waiting = hiresAmong(open, known);
  const underWay = waiting.find((hire) => !isAmendable(hire));
  if (underWay) return busyBehind(underWay);
  // A later hire may turn out to be a repetition of one that has not come yet, to which the change belongs.
  const isForHire = ({ eventAtMs }: Operation) =>
    eventAtMs <= Math.max(...timeOf(operation));
  const hires = waiting.filter(isForHire);
  const [latest] = hires;
  if (latest) {
    const change = { readChange, at: timeOf(operation) };
    const amended = await Promise.all(
      hires.map((hire) => amendWaiting(run, hire, change)),
    );
    const done = amended.filter((one) => one !== undefined);
    // A hire that began meanwhile is waited for.
    if (done.length < amended.length) return busyBehind({});
    return {
      kind: "hire",
      by: latest.id,
      changed: unique(done.flatMap(({ changed }) => changed)),
      warnings: [
        ...warnings,
        ...uniqueWarnings(done.flatMap((one) => one.warnings)),
      ],
    };
  }
  switch (known?.state) {
    case "left":
      // Only a termination is known. A change that is later belongs to a hire that has not come yet.
      return known.generation === 0 && isAfterLeaving(operation, known)
        ? { kind: "unknown", warnings }
        : { kind: "gone", warnings };
    case "kept":
      return { kind: "gone", warnings };
    case "onboarding":
      return { kind: "hire-failed", warnings };
    default:
      return { kind: "unknown", warnings };
  }
}

/** The operations of the employment that have not ended. */
async function findOpen(
  { operation: { employeeId }, store: { operations } }: ClaimRun,
  known: Employee | undefined,
): Promise<Operation[]> {
  const all = await operations.ofEmployment(
    employeeId,
    known?.operationId === undefined ? [] : [known.operationId],
  );
  return all.filter((one) => !isFinal(one));
}

/** Whether an operation may let the employment of a kept person go on. */
function isRestoring({ type, isUndone }: Operation): boolean {
  return type === "employee.termination_cancelled" || isUndone === true;
}

/** The operations that may create the person of the change, the latest first. */
function hiresAmong(
  open: readonly Operation[],
  known: Employee | undefined,
): Operation[] {
  return open
    .filter(
      (one) =>
        ["employee.hired", "employee.adopted"].includes(one.type) &&
        isAfterLeaving(one, known),
    )
    .toSorted((one, other) => other.eventAtMs - one.eventAtMs);
}

/** Whether a hire, or a change of one, can belong to another employment than the one that a termination ended. */
function isAfterLeaving(
  {
    eventAtMs,
    effectiveAtMs = eventAtMs,
  }: Pick<Operation, "eventAtMs" | "effectiveAtMs">,
  known: Employee | undefined,
): boolean {
  if (known?.state !== "left" && known?.state !== "kept") return true;
  const { terminatedAtMs = 0, lastDayAtMs = terminatedAtMs } = known;
  return eventAtMs > terminatedAtMs || effectiveAtMs >= lastDayAtMs;
}

/** What the platform's interface cannot write. */
function warningsOf({ manager }: { manager?: unknown }): Warning[] {
  return manager === undefined
    ? []
    : [{ about: "/manager", reason: "not-supported-by-platform" }];
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** Two hires that wait can lead to the same warning. */
function uniqueWarnings(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(
    ({ about, reason }, index) =>
      index ===
      warnings.findIndex((one) => one.about === about && one.reason === reason),
  );
}
