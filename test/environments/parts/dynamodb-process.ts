import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { serve } from "./part.ts";

/** DynamoDB in a process of its own, in memory. */
const { endpoint } = await startDynamoDb({ tables: Object.values(tables) });
serve(endpoint, () => undefined);
