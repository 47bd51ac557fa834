import { StepFailure } from "../workflow/failure.ts";

/**
 * For a conditional write on which the rest depends: somebody else was there first, and the next look will tell.
 *
 * @throws StepFailure `employee-changed`, worth another attempt
 */
export function mustWrite(isWritten: boolean): void {
  if (!isWritten)
    throw new StepFailure("employee-changed", { retryable: true });
}
