import type { Payloads } from "../../shared/store/payloads.ts";
import type { Pass } from "./pass.ts";

const pageSize = 50;

/**
 * Erases the payloads whose time is over: of operations that failed and were not retried, and the rest of erasures
 * that were interrupted. Personal data ends by itself, whatever happens to its operation.
 */
export function erasePayloads(
  payloads: Pick<Payloads, "due" | "eraseDue" | "postpone">,
): Pass {
  return {
    status: "payload",
    list: (from) => payloads.due(pageSize, from),
    handle: async ({ id, dueAtMs }) =>
      (await payloads.eraseDue(id)) ? { dueSinceMs: dueAtMs } : "outdated",
    postpone: ({ id }) => payloads.postpone(id),
  };
}
