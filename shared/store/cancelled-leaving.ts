import {
  type Employee,
  ofTermination,
  type UpdateEmployee,
} from "./employee.ts";
import { expiryOfExpected } from "./expected.ts";

/** What an event that cancels all earlier terminations changes. */
export function createCancelledLeaving(
  update: UpdateEmployee,
  nowMs: () => number,
) {
  return {
    /** From here on, no termination with this time or an earlier one has an effect, unless its deletion has begun. */
    noteCancellation: (employeeId: string, cancelledAtMs: number) =>
      update(
        employeeId,
        { terminationCancelledAtMs: { below: cancelledAtMs } },
        { terminationCancelledAtMs: cancelledAtMs },
      ),

    /**
     * The cancellation takes the place of the termination that disabled the person. The caller restores the person next.
     */
    takeLeaving: (
      employeeId: string,
      operationId: string,
      cancelledAtMs: number,
      { terminatedBy = "" }: Employee,
    ) =>
      update(
        employeeId,
        {
          terminatedBy,
          terminatedAtMs: { atMost: cancelledAtMs },
          state: { oneOf: ["leaving", "kept"] },
        },
        { terminatedBy: operationId },
      ),

    /** The termination has not changed the person. It leaves no trace, and an employee without a person is expected. */
    dropTermination: (
      employeeId: string,
      cancelledAtMs: number,
      { state, generation, terminatedBy = "" }: Employee,
    ) =>
      update(
        employeeId,
        {
          terminatedBy,
          terminatedAtMs: { atMost: cancelledAtMs },
          state,
          generation,
        },
        state === "left"
          ? { state: "expected", ...expiryOfExpected(nowMs()) }
          : { state },
        [...ofTermination, "terminatedAtMs", "lastDayAtMs", "disabledAtMs"],
      ),
  };
}
