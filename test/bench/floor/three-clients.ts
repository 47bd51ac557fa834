import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  GetSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { marshall } from "@aws-sdk/util-dynamodb";

/**
 * The dependencies of the receivers without the receivers: the clients of the SDK, created and used as the receivers
 * do. At its start it reads the secret, and an item that does not exist.
 */
const documents = new DynamoDBClient({});
const secrets = new SecretsManagerClient({});
const lambda = new LambdaClient({});
const TableName = process.env["STORE_TABLE"];
const SecretId = process.env["CALLERS_SECRET"];

await Promise.all([
  secrets.send(new GetSecretValueCommand({ SecretId })),
  documents.send(
    new GetItemCommand({ TableName, Key: marshall({ id: "warm-up" }) }),
  ),
]);

export async function handler() {
  await documents.send(
    new PutItemCommand({
      TableName,
      Item: marshall({ id: "clients", status: "accepted" }),
      ConditionExpression: "attribute_not_exists(id)",
    }),
  );
  await lambda.send(
    new InvokeCommand({
      FunctionName: process.env["WORKFLOW_FUNCTION"],
      InvocationType: "Event",
      Payload: "{}",
    }),
  );
  return { statusCode: 202, headers: {}, body: "{}" };
}
