import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { System } from "../system/system.ts";
import type { Item } from "../table/dynalite-item.ts";

/** Some attributes of an item. The checks read many thousands of items, so only these are read. */
export function attributesOf(
  item: Item | undefined,
  names: readonly string[],
): Record<string, unknown> {
  const picked: Record<string, Item[string]> = {};
  for (const name of names) {
    const value = item?.[name];
    if (value !== undefined) picked[name] = value;
  }
  return unmarshall(picked);
}

const limitItems = {
  disabled: "disable-limit",
  deleted: "deletion-limit",
  renamed: "rename-limit",
} as const;

/** When a limit counted a person last, as our table shows it. */
export function countedAtMs(
  { memory: { store } }: System,
  limit: keyof typeof limitItems,
  personId: string,
): number | undefined {
  const item = store.items().get(limitItems[limit]);
  const { passed = [] }: { passed?: { personID: string; atMs: number }[] } =
    item ? unmarshall(item) : {};
  return passed.findLast(({ personID }) => personID === personId)?.atMs;
}
