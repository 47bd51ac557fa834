import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { awsOptions, explainAwsError } from "../aws-options.ts";
import type { AwsDeployment } from "../profiles.ts";
import type { QueuedMessage, Redelivery } from "./redrive.ts";

/** Longer than the sending of one batch. */
const hiddenSeconds = 120;

type ReceivedMessage = QueuedMessage & {
  /** Stays the same when the message is received again. */
  id: string;
  receipt: string;
};
export type OpenQueue = ReturnType<typeof openQueue>;

/** Opens a queue of failed events, with the operator's AWS credentials. All functions throw CommandError. */
export function openQueue(deployment: AwsDeployment, queue: string) {
  const name = `${deployment.prefix}-${queue}`;
  const sqs = new SQSClient(awsOptions(deployment));
  const lambda = new LambdaClient(awsOptions(deployment));
  let url: string | undefined;

  async function queueUrl(): Promise<string> {
    if (url !== undefined) return url;
    const found = await sqs
      .send(new GetQueueUrlCommand({ QueueName: name }))
      .catch(explain("sqs:GetQueueUrl", name));
    return (url = found.QueueUrl ?? "");
  }

  return {
    /** About how many messages the queue has. */
    async count(): Promise<number> {
      const { Attributes } = await sqs
        .send(
          new GetQueueAttributesCommand({
            QueueUrl: await queueUrl(),
            AttributeNames: ["ApproximateNumberOfMessages"],
          }),
        )
        .catch(explain("sqs:GetQueueAttributes", name));
      return Number(Attributes?.["ApproximateNumberOfMessages"] ?? 0);
    },

    /** Some messages, which no other reader sees for two minutes. */
    async receive(): Promise<ReceivedMessage[]> {
      const { Messages = [] } = await sqs
        .send(
          new ReceiveMessageCommand({
            QueueUrl: await queueUrl(),
            MaxNumberOfMessages: 10,
            VisibilityTimeout: hiddenSeconds,
            WaitTimeSeconds: 1,
            MessageAttributeNames: ["All"],
          }),
        )
        .catch(explain("sqs:ReceiveMessage", name));
      return Messages.map(
        ({
          MessageId = "",
          Body = "",
          ReceiptHandle = "",
          MessageAttributes,
        }) => ({
          id: MessageId,
          body: Body,
          receipt: ReceiptHandle,
          attributes: Object.fromEntries(
            Object.entries(MessageAttributes ?? {}).map(
              ([key, { StringValue }]) => [key, StringValue],
            ),
          ),
        }),
      );
    },

    async remove(receipt: string): Promise<void> {
      await sqs
        .send(
          new DeleteMessageCommand({
            QueueUrl: await queueUrl(),
            ReceiptHandle: receipt,
          }),
        )
        .catch(explain("sqs:DeleteMessage", name));
    },

    async invoke({
      functionArn,
      functionName,
      payload,
    }: Redelivery): Promise<void> {
      await lambda
        .send(
          new InvokeCommand({
            FunctionName: functionArn,
            InvocationType: "Event",
            Payload: payload,
          }),
        )
        .catch(explain("lambda:InvokeFunction", functionName));
    },

    close(): void {
      sqs.destroy();
      lambda.destroy();
    },
  };
}

function explain(action: string, resource: string) {
  return (error: unknown): never => {
    throw explainAwsError(error, action, resource);
  };
}
