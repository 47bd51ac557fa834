import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { timeouts } from "./timeouts.ts";

/**
 * DynamoDB with plain JavaScript values; a field that is undefined is not written. Region and endpoint come from the
 * SDK's own environment variables.
 */
export function createDocumentClient(): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient(timeouts), {
    marshallOptions: {
      removeUndefinedValues: true,
      // Else what an event names "constructor" would not be taken for a plain object.
      convertClassInstanceToMap: true,
    },
  });
}
