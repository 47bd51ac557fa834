import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { serve } from "./part.ts";

/** DynamoDB in a process of its own; in memory, or in the given folder. */
const [folder] = process.argv.slice(2);
const { endpoint } = await startDynamoDb({
  tables: Object.values(tables),
  ...(folder && { folder }),
});
serve(endpoint, () => undefined);
