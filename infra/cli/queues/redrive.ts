import * as z from "zod";
import { parseJson } from "../../../shared/parse-json.ts";

// Every command loads this file. So it is apart from open-queue.ts, which loads the AWS SDK.

export type QueuedMessage = {
  body: string;
  /** The values of the message attributes that are texts. */
  attributes: Readonly<Record<string, string | undefined>>;
};

/** What is sent again: the event, to the function that did not process it. */
export type Redelivery = {
  functionArn: string;
  payload: string;
};

const failureSchema = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  requestPayload: z.unknown().refine((payload) => payload !== undefined),
});

/** The request that EventBridge Scheduler could not send to Lambda. */
const requestSchema = z.object({
  FunctionName: z.string(),
  Payload: z.union([
    z.string(),
    z.unknown().transform((payload) => JSON.stringify(payload)),
  ]),
});

/**
 * Finds out what a message asks to repeat. In `failures` a message is Lambda's record. In `undelivered` it is the event
 * of a rule, or the request of a schedule, and an attribute of EventBridge names the function.
 *
 * @returns undefined for a message of another form, and for one that names a function which takes no events of ours
 */
export function redeliveryOf(
  { body, attributes }: QueuedMessage,
  prefix: string,
): Redelivery | undefined {
  const content = parseJson(body);
  if (content === undefined) return undefined;
  const record = failureSchema.safeParse(content);
  const functionArn = record.success
    ? record.data.requestContext.functionArn
    : attributes["TARGET_ARN"];
  if (functionArn === undefined || !takesEvents(functionArn, prefix))
    return undefined;
  const payload = record.success
    ? JSON.stringify(record.data.requestPayload)
    : (requestSchema.safeParse(content).data?.Payload ?? body);
  return { functionArn, payload };
}

/** The functions that take events: the receivers, and the workflow of lists for the pulls of schedules. */
const takers = /-receiver$|^lists-workflow$/;

/** Whether a function takes events. A message must not make the command invoke another function of the account. */
function takesEvents(functionArn: string, prefix: string): boolean {
  const [, name = ""] =
    /^arn:[^:]+:lambda:[^:]+:\d+:function:([\w-]+)(?::[\w$-]+)?$/.exec(
      functionArn,
    ) ?? [];
  return (
    name.startsWith(`${prefix}-`) && takers.test(name.slice(prefix.length + 1))
  );
}
