import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { recordOf } from "./deployment/record-of.ts";
import { suppressRules } from "./suppress-rules.ts";
import { resourceNameOf } from "./resource-names.ts";

export type Queues = {
  /** Events that the events receiver got and could not process, with the reason. They are lost unless sent again. */
  failures: Queue;
  /** Events that EventBridge or EventBridge Scheduler could not deliver to the events receiver. */
  undelivered: Queue;
  /**
   * Invocations of the scheduler and of workflows that failed or could not be delivered, with the reason. The next run
   * of the scheduler repeats them, so nothing is lost, and no alarm watches this queue.
   */
  repeated: Queue;
};

/**
 * Creates the queues of failed events. Messages may contain personal data, so the queues are encrypted and keep a
 * message for two weeks only.
 */
export function createQueues(scope: Construct): Queues {
  const parent = new Construct(scope, "Queues");
  const reason =
    "The queue is itself a dead-letter queue: an alarm notifies the operators, who have the event sent again, or the scheduler repeats the invocation.";
  suppressRules(parent, {
    "AwsSolutions-SQS3": reason,
    "Serverless-SQSRedrivePolicy": reason,
  });
  const create = (id: string) =>
    new Queue(parent, id, {
      queueName: resourceNameOf(id, scope),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
  return recordOf(["failures", "undelivered", "repeated"], create);
}
