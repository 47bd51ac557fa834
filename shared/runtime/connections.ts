import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { clientOptions, dynamodbOptions } from "../aws/client-options.ts";
import { createTable, type Table } from "../dynamodb/table.ts";

export function connectDynamoDb(): DynamoDBClient {
  return new DynamoDBClient(dynamodbOptions);
}

/** A table with connections of its own, unless a function with two tables shares them. */
export function connectTable(
  name: string,
  dynamodb: DynamoDBClient = connectDynamoDb(),
): Table {
  return createTable(dynamodb, name);
}

export function connectLambda(): LambdaClient {
  return new LambdaClient(clientOptions);
}
