import { Lambda } from "@aws-sdk/client-lambda";
import { SQS } from "@aws-sdk/client-sqs";
import { awsOptions, explainAwsFailure } from "../aws-options.ts";
import type { AwsDeployment } from "../profiles.ts";
import type { QueuedMessage, Redelivery } from "./redrive.ts";

/** Longer than the sending of one batch. */
const hiddenSeconds = 120;

type ReceivedMessage = QueuedMessage & {
  /** Stays the same when the message is received again. */
  id: string;
  receipt: string;
};
export type OpenQueue = Awaited<ReturnType<typeof openQueue>>;

/** Opens a queue of failed events, with the operator's AWS credentials. All functions throw CommandError. */
export async function openQueue(deployment: AwsDeployment, queue: string) {
  const name = `${deployment.prefix}-${queue}`;
  const sqs = new SQS(awsOptions(deployment));
  const lambda = new Lambda(awsOptions(deployment));
  const { QueueUrl } = await explainAwsFailure(
    sqs.getQueueUrl({ QueueName: name }),
    "sqs:GetQueueUrl",
    name,
  );

  return {
    /** About how many messages the queue has. */
    async count(): Promise<number> {
      const { Attributes } = await explainAwsFailure(
        sqs.getQueueAttributes({
          QueueUrl,
          AttributeNames: ["ApproximateNumberOfMessages"],
        }),
        "sqs:GetQueueAttributes",
        name,
      );
      return Number(Attributes?.["ApproximateNumberOfMessages"] ?? 0);
    },

    /** Some messages, which no other reader sees for two minutes. */
    async receive(): Promise<ReceivedMessage[]> {
      const { Messages = [] } = await explainAwsFailure(
        sqs.receiveMessage({
          QueueUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: hiddenSeconds,
          WaitTimeSeconds: 1,
          MessageAttributeNames: ["All"],
        }),
        "sqs:ReceiveMessage",
        name,
      );
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
      await explainAwsFailure(
        sqs.deleteMessage({ QueueUrl, ReceiptHandle: receipt }),
        "sqs:DeleteMessage",
        name,
      );
    },

    async invoke({ functionArn, functionName, payload }: Redelivery) {
      await explainAwsFailure(
        lambda.invoke({
          FunctionName: functionArn,
          InvocationType: "Event",
          Payload: payload,
        }),
        "lambda:InvokeFunction",
        functionName,
      );
    },

    close(): void {
      sqs.destroy();
      lambda.destroy();
    },
  };
}
