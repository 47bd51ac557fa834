import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { serve } from "./part.ts";

/** DynamoDB in a process of its own, in memory. */
const { endpoint } = await startDynamoDb();
serve(endpoint, () => undefined);
