import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

type PlainInput = {
  TableName?: string;
  Key?: { id: string };
  Item?: { id: string };
  IndexName?: string;
  ExpressionAttributeNames?: Record<string, string>;
};

/** The input of a command, with plain values in place of the form of DynamoDB. */
export function plainInput(input: object): PlainInput {
  const inAttributes = ["Key", "Item", "ExpressionAttributeValues"];
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      inAttributes.includes(name) && value
        ? unmarshall(value as Record<string, AttributeValue>)
        : value,
    ]),
  );
}
