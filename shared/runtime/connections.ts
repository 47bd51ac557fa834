import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { clientOptions, dynamodbOptions } from "../aws/client-options.ts";
import { createTable, type Table } from "../dynamodb/table.ts";

/** A table with connections of its own. */
export function connectTable(name: string): Table {
  return createTable(new DynamoDBClient(dynamodbOptions), name);
}

export function connectLambda(): LambdaClient {
  return new LambdaClient(clientOptions);
}
