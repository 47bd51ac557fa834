import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";

/** Values in the form of DynamoDB. Undefined fields are not written. */
export function toAttributes(values: object): Record<string, AttributeValue> {
  return marshall(values, {
    removeUndefinedValues: true,
    // An event may have a field named "constructor". Without this option, the SDK refuses an object with such a field.
    convertClassInstanceToMap: true,
  });
}
