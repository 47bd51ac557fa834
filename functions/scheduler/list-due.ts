import type { Operations } from "../../shared/store/operations.ts";
import type { DueStatus } from "../../shared/store/scheduling.ts";
import type { Pass } from "./pass.ts";

const pageSize = 50;

/** What all passes over operations of one status have in common. */
export function listDue(
  operations: Pick<Operations, "due" | "postpone">,
  status: DueStatus,
): Pick<Pass, "name" | "list" | "postpone"> {
  return {
    name: status,
    list: (from) => operations.due(status, pageSize, from),
    postpone: ({ id }) => operations.postpone(id, status),
  };
}
