import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/**
 * DynamoDB with plain JavaScript values; a field that is undefined is not written. Region and endpoint come from the
 * SDK's own environment variables. A request that hangs is given up soon, because somebody waits for ours.
 */
export function createDocumentClient(): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000 },
  });
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
}
