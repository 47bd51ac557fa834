import { findReplacement } from "../../shared/lifecycle/find-replacement.ts";
import type { Lifecycle } from "../../shared/lifecycle/lifecycle.ts";
import type { StartedOperation } from "../../shared/lifecycle/operation.ts";
import type { Hire } from "./hire.ts";

/** The operation of a later hire that waits, if HR has moved the start date. Only a hire that has one can be moved. */
export async function newerHire(
  operation: StartedOperation,
  { startDate }: Hire,
  { operations }: Lifecycle,
): Promise<string | undefined> {
  return startDate === undefined
    ? undefined
    : findReplacement(operations, operation);
}
