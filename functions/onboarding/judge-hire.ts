import type { Employee } from "../../shared/store/employee.ts";
import { countsFromMs } from "../../shared/store/find-replacement.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";
import type { OnboardingSettings } from "./config.ts";

export type RehireWithoutStartDate =
  OnboardingSettings["rehireWithoutStartDate"];

/** The result of judging a hire of an employee who leaves, is kept, or has left. */
type Verdict =
  | "new employment"
  /** It is about the employment that ended: a feed lags behind, or repeats what it knows. */
  | "already-left"
  /** The termination is the later event. */
  | "terminated-since"
  /** Without a start date, a repeated hire and a rehire look the same. */
  | "rehire-unclear";

/**
 * Judges a hire of an employee who leaves, is kept, or has left. The first rule that applies decides:
 *
 * 1. A hire without a start date that is not later than the termination has been overtaken by it.
 * 2. A start date before the last day, or not after that of the employment that ended, belongs to that employment. A
 *    hire without a start date counts by its event time here, so that a repetition that was sent before the last day
 *    stays one when it arrives after that day.
 * 3. A termination that is not earlier than the hire ends the employment of that hire too. At the same instant, the
 *    termination counts as later. It ends only the earlier employment if it names a last day, because that day is not
 *    after the start date here: then HR sent the second contract before the end of the first one.
 * 4. Every other hire with a start date is a new employment. Without one, the setting decides.
 */
export function judgeHire(
  hire: StartedOperation,
  employee: Employee,
  rehireWithoutStartDate: RehireWithoutStartDate,
): Verdict {
  const { eventAtMs, effectiveAtMs } = hire;
  const { generation, terminatedAtMs = 0 } = employee;
  const { lastDayAtMs = terminatedAtMs } = employee;
  if (effectiveAtMs === undefined && eventAtMs <= terminatedAtMs)
    return "terminated-since";
  const belongsToEndedEmployment =
    countsFromMs(hire) < lastDayAtMs ||
    (effectiveAtMs !== undefined && !startsLater(effectiveAtMs, employee));
  if (belongsToEndedEmployment) return "already-left";
  const terminationEndsEarlierEmployment =
    effectiveAtMs !== undefined &&
    lastDayAtMs !== terminatedAtMs &&
    generation > 0;
  if (eventAtMs <= terminatedAtMs && !terminationEndsEarlierEmployment)
    return "terminated-since";
  return effectiveAtMs !== undefined || rehireWithoutStartDate === "accept"
    ? "new employment"
    : "rehire-unclear";
}

/**
 * Whether a hire confirms the employment that goes on: an older termination that arrives later has no effect then. A
 * hire that may not overtake a termination confirms nothing.
 */
export function confirmsEmployment(
  { eventAtMs, effectiveAtMs, mayOffboard }: StartedOperation,
  known: Employee,
  rehireWithoutStartDate: RehireWithoutStartDate,
): boolean {
  if (!mayOffboard || eventAtMs <= (known.hiredAtMs ?? 0)) return false;
  return effectiveAtMs === undefined
    ? rehireWithoutStartDate === "accept"
    : startsLater(effectiveAtMs, known);
}

/** Whether a start date lies after the one of the employment that goes on, so that it may be another employment. */
export function startsLater(
  startsAtMs: number,
  { hiredAtMs = 0, startsAtMs: knownAtMs = hiredAtMs }: Employee,
): boolean {
  return startsAtMs > knownAtMs;
}
