import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";

type ConditionalUpdate = {
  documents: DynamoDBDocumentClient;
  tableName: string;
  id: string;
  update: string;
  condition: string;
  values: Record<string, unknown>;
};

/**
 * Writes one item if the condition holds. Resolves to whether it did, and to the item: as written, or as it stood in
 * the way. The item is undefined where there is none, and where the database does not send the old one (the embedded
 * one does not): then read it.
 */
export async function updateIf({
  documents,
  tableName,
  id,
  update,
  condition,
  values,
}: ConditionalUpdate): Promise<{ applied: boolean; item: unknown }> {
  const command = new UpdateCommand({
    TableName: tableName,
    Key: { id },
    UpdateExpression: update,
    ConditionExpression: condition,
    ExpressionAttributeValues: values,
    ReturnValues: "ALL_NEW",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  });
  try {
    const { Attributes } = await documents.send(command);
    return { applied: true, item: Attributes };
  } catch (error) {
    // Intentionally dropped, never a cause: it carries the item.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { applied: false, item: error.Item && plainValues(error.Item) };
  }
}

// The document client leaves the item of a failed condition in the wire's form. Ours have strings, numbers and maps.
function plainValues(
  attributes: Record<string, AttributeValue>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { S, N, M }]) => [
      name,
      M ? plainValues(M) : (S ?? Number(N)),
    ]),
  );
}
