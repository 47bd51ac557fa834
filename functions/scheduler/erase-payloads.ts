import type { Payloads } from "../../shared/store/payloads.ts";
import type { Pass } from "./pass.ts";

type Dependencies = {
  payloads: Pick<Payloads, "due" | "eraseDue" | "postpone">;
};

const pageSize = 50;

/**
 * Erases the payloads whose time is over: of operations that failed and were not retried, and the rest of erasures
 * that were interrupted. So personal data is erased in time, also if its operation never succeeds.
 */
export function erasePayloads({ payloads }: Dependencies): Pass {
  return {
    name: "payload",
    list: (from) => payloads.due(pageSize, from),
    handle: async ({ id, dueAtMs }) =>
      (await payloads.eraseDue(id)) ? { dueSinceMs: dueAtMs } : "outdated",
    postpone: ({ id }) => payloads.postpone(id),
  };
}
