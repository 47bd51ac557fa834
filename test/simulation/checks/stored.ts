import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item, MutableItem } from "../table/attribute-values.ts";

/** Some attributes of an item. The checks read many thousands of items, and only what they ask for. */
export function attributesOf(
  item: Item | undefined,
  names: readonly string[],
): Record<string, unknown> {
  const picked: MutableItem = {};
  for (const name of names) {
    const value = item?.[name];
    if (value !== undefined) picked[name] = value;
  }
  return unmarshall(picked);
}
