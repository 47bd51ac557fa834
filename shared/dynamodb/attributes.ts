import type { AttributeValue } from "@aws-sdk/client-dynamodb";

/**
 * Values in the form of DynamoDB. Undefined fields are not written. The converter of the SDK does the same for more
 * forms and takes several times as long, and each request of ours converts an item.
 */
export function toAttributes(values: object): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) attributes[name] = toAttribute(value);
  return attributes;
}

function toAttribute(value: unknown): AttributeValue {
  if (typeof value === "string") return { S: value };
  // A number that JavaScript does not have exactly is nothing that we write.
  if (typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
    return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value))
    return { L: value.filter((one) => one !== undefined).map(toAttribute) };
  if (value instanceof Uint8Array) return { B: value };
  if (value instanceof Set && value.size > 0)
    return { SS: [...value].map(String) };
  if (typeof value === "object" && !(value instanceof Set))
    return { M: toAttributes(value) };
  throw new TypeError(`DynamoDB has no form for this ${typeof value}`);
}

/** An item as it was before `toAttributes`. */
export function fromAttributes(
  attributes: Readonly<Record<string, AttributeValue>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name in attributes) {
    const attribute = attributes[name];
    if (attribute) values[name] = fromAttribute(attribute);
  }
  return values;
}

function fromAttribute(attribute: AttributeValue): unknown {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.M !== undefined) return fromAttributes(attribute.M);
  if (attribute.L !== undefined) return attribute.L.map(fromAttribute);
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.B !== undefined) return attribute.B;
  if (attribute.SS !== undefined) return new Set(attribute.SS);
  if (attribute.NULL !== undefined) return null;
  throw new TypeError("an attribute has a form that we never write");
}
