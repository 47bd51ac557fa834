import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import {
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { serve } from "./part.ts";

/**
 * What the scheduler talks to, in a process of its own: DynamoDB with indexes that lag, and a Lambda that takes some
 * time for each start and refuses the starts of some operations.
 */
const [maxLagMs = 0, latencyMs = 0, failingPercent = 0] = process.argv
  .slice(2)
  .map(Number);
const dynamodb = await startDynamoDb({
  indexLag: { maxLagMs },
});
const started = new Set<string>();
const lambda = await startHttpServer(async ({ headers }) => {
  await new Promise((wake) => setTimeout(wake, latencyMs));
  const name = headers.get("x-amz-durable-execution-name")?.[0] ?? "";
  // The number at the end of the operation's id decides, so that a repeated request fails again.
  const number = Number(/^op-(\d+)/.exec(name)?.[1]);
  if (number % 100 < failingPercent)
    return jsonAnswer(
      500,
      { Message: "no" },
      { "x-amzn-errortype": "ServiceException" },
    );
  started.add(name);
  return { status: 202 };
});
serve(
  { dynamodb: dynamodb.endpoint, lambda: lambda.endpoint },
  () => started.size,
);
