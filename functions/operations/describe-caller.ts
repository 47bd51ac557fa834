import type * as z from "zod/mini";
import type { CallerEntries } from "../../shared/webhook/callers-secret.ts";
import type { overviewSchema } from "./contract.ts";
import { dayMs } from "../../shared/durations.ts";

type Described = z.infer<typeof overviewSchema>["callers"][number];

const oldKeyMs = 365 * dayMs;

/** What operators see of a caller's entry: no key. */
export function describeCaller(
  name: string,
  entry: CallerEntries[string],
  nowMs: number,
): Described {
  const { scheme } = entry;
  if (scheme === "broken")
    return {
      name,
      scheme,
      scopes: [],
      issue: entry.hasNoKey ? "no-key" : "invalid-entry",
    };
  const keyedAt = "keyedAt" in entry ? entry.keyedAt : undefined;
  const isOld = keyedAt !== undefined && nowMs - Date.parse(keyedAt) > oldKeyMs;
  return {
    name,
    scheme,
    ...(entry.preset !== undefined && { preset: entry.preset }),
    scopes: [...entry.scopes],
    ...(isOld && { issue: "old-key" as const }),
    ...(keyedAt !== undefined && { keyedAt }),
  };
}
