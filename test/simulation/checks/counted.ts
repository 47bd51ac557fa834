import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { System } from "../system/system.ts";

const items = {
  disabled: "disable-limit",
  deleted: "deletion-limit",
  renamed: "rename-limit",
} as const;

/** When a limit counted a person last, as our table shows it. */
export function countedAtMs(
  { memory: { store } }: System,
  limit: keyof typeof items,
  personId: string,
): number | undefined {
  const item = store.items().get(items[limit]);
  const { passed = [] }: { passed?: { personID: string; atMs: number }[] } =
    item ? unmarshall(item) : {};
  return passed.findLast(({ personID }) => personID === personId)?.atMs;
}
