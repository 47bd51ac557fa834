import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { timeouts } from "./timeouts.ts";

/**
 * Creates a DynamoDB client for plain JavaScript values. Undefined fields are not written. Region and endpoint come
 * from the SDK's own environment variables.
 */
export function createDocumentClient(): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient(timeouts), {
    marshallOptions: {
      removeUndefinedValues: true,
      // An event may have a field named "constructor". Without this option, the SDK refuses an object with such a
      // field.
      convertClassInstanceToMap: true,
    },
  });
}
