import { findReplacement } from "../../shared/store/find-replacement.ts";
import type { Store } from "../../shared/store/store.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";
import type { Hire } from "./hire.ts";

/** The operation of a later hire that waits, if HR has moved the start date. Only a hire that has one can be moved. */
export async function newerHire(
  operation: StartedOperation,
  { startDate }: Hire,
  { operations }: Store,
): Promise<string | undefined> {
  return startDate === undefined
    ? undefined
    : findReplacement(operations, operation);
}
