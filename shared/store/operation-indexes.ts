import type { Operation } from "./operation.ts";

/** The partitions of the index `open`. */
export const openLists = [
  "active",
  "waiting",
  "needs_attention",
  "failed",
] as const;
export type OpenList = (typeof openLists)[number];

/**
 * The partition of an operation in the index `open`, or undefined if it is not in it. Accepted and running operations
 * share one, so that a usual operation writes its entry once and deletes it once.
 */
export function openOf(status: Operation["status"]): OpenList | undefined {
  switch (status) {
    case "accepted":
    case "running":
      return "active";
    case "succeeded":
    case "cancelled":
      return undefined;
    default:
      return status;
  }
}

/** The attribute of the one partition of the index `created`, which has all operations. */
export const ofAll = { kind: "operation" } as const;

/** Puts an operation into the index `warned`. */
export const warnedMark = { warned: "yes" } as const;

/** A key of the index `caller`. The name of a caller has no space. */
export function sentBy({
  caller,
  employeeId,
}: Pick<Operation, "caller" | "employeeId">): string {
  return `${caller} ${employeeId}`;
}
