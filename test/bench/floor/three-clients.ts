import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { store } from "./clients.ts";

const lambda = new LambdaClient({});

export async function handler() {
  await store();
  await lambda.send(
    new InvokeCommand({
      FunctionName: process.env["WORKFLOW_FUNCTION"],
      InvocationType: "Event",
      Payload: "{}",
    }),
  );
  return { statusCode: 202, headers: {}, body: "{}" };
}
