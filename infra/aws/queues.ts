import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { nameOf } from "./names.ts";

export type Queues = {
  /** Events that a function took and failed at, with the reason. */
  failures: Queue;
  /** Events that EventBridge or Scheduler could not hand to a function. */
  undelivered: Queue;
};

/** Where events end that nothing could be done with. They may name people: encrypted, and gone after two weeks. */
export function createQueues(scope: Construct): Queues {
  const parent = new Construct(scope, "Queues");
  const reason =
    "It is where others put what they could not deliver: an alarm calls somebody, who sends it again.";
  acknowledge(parent, {
    "AwsSolutions-SQS3": reason,
    "Serverless-SQSRedrivePolicy": reason,
  });
  const create = (id: string) =>
    new Queue(parent, id, {
      queueName: nameOf(id),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
  return { failures: create("failures"), undelivered: create("undelivered") };
}
