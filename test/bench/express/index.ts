import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import serverless from "serverless-http";
import { app } from "./app.ts";
import { type Hire, onboard } from "./onboard.ts";

const answer = serverless(app);

/** Requests of the API, and events that the app sends to itself for later work. */
export async function handler(
  event: APIGatewayProxyEventV2 | Hire,
  context: Context,
): Promise<unknown> {
  return "employeeId" in event ? onboard(event) : answer(event, context);
}
