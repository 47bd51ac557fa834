import { Lambda } from "@aws-sdk/client-lambda";
import { SQS } from "@aws-sdk/client-sqs";
import { awsOptions, explainFailures } from "../aws-options.ts";
import type { AwsDeployment } from "../profiles.ts";
import type { Redelivery } from "./redrive.ts";

/** Longer than the sending of one batch. */
const hiddenSeconds = 120;

export type OpenQueue = Awaited<ReturnType<typeof openQueue>>;

/** Opens a queue of failed events, with the operator's AWS credentials. All functions throw CommandError. */
export async function openQueue(deployment: AwsDeployment, queue: string) {
  const name = `${deployment.prefix}-${queue}`;
  const sqs = explainFailures(new SQS(awsOptions(deployment)), name);
  const lambda = explainFailures(new Lambda(awsOptions(deployment)));
  const { QueueUrl } = await sqs.getQueueUrl({ QueueName: name });

  return {
    /** About how many messages the queue has. */
    async count(): Promise<number> {
      const { Attributes } = await sqs.getQueueAttributes({
        QueueUrl,
        AttributeNames: ["ApproximateNumberOfMessages"],
      });
      return Number(Attributes?.["ApproximateNumberOfMessages"] ?? 0);
    },

    /** Some messages, which no other reader sees for two minutes. */
    async receive() {
      const { Messages = [] } = await sqs.receiveMessage({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: hiddenSeconds,
        WaitTimeSeconds: 1,
        MessageAttributeNames: ["All"],
      });
      return Messages.map(
        ({
          MessageId = "",
          Body = "",
          ReceiptHandle = "",
          MessageAttributes,
        }) => ({
          /** Stays the same when the message is received again. */
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
      await sqs.deleteMessage({ QueueUrl, ReceiptHandle: receipt });
    },

    async invoke({ functionArn, payload }: Redelivery): Promise<void> {
      await lambda.invoke({
        FunctionName: functionArn,
        InvocationType: "Event",
        Payload: payload,
      });
    },
  };
}
