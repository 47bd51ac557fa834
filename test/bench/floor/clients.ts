import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  GetSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
} from "@aws-sdk/lib-dynamodb";

/**
 * The dependencies of the receivers without the receivers: the clients of the SDK, created and used as the receivers
 * do. At its start it reads the secret, and an item that does not exist.
 */
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const secrets = new SecretsManagerClient({});
const TableName = process.env["STORE_TABLE"];
const SecretId = process.env["CALLERS_SECRET"];

await Promise.all([
  secrets.send(new GetSecretValueCommand({ SecretId })),
  documents.send(new GetCommand({ TableName, Key: { id: "warm-up" } })),
]);

export async function store(): Promise<void> {
  const Item = { id: "clients", status: "accepted" };
  await documents.send(
    new PutCommand({
      TableName,
      Item,
      ConditionExpression: "attribute_not_exists(id)",
    }),
  );
}
