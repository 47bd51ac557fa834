import { Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import { suppressRules } from "./suppress-rules.ts";
import type { AlarmDefinition } from "./alarms.ts";
import { resourceNameOf } from "./resource-names.ts";

/**
 * Creates the alarms and the topic that they notify.
 *
 * @param email - address that is subscribed to the topic; empty for none. Other tools may subscribe too.
 */
export function createMonitoring(
  scope: Construct,
  definitions: readonly AlarmDefinition[],
  email: string,
): { topic: Topic; alarms: Alarm[] } {
  const parent = new Construct(scope, "Monitoring");
  const topic = new Topic(parent, "Topic", {
    topicName: resourceNameOf("alarms", scope),
    enforceSSL: true,
  });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { "aws:SourceAccount": Stack.of(scope).account },
      },
    }),
  );
  if (email !== "") topic.addSubscription(new EmailSubscription(email));
  suppressRules(topic, {
    "Serverless-SNSRedrivePolicy":
      "A bounced e-mail needs no second attempt, because the dashboard shows the alarm as long as it lasts.",
  });

  const action = new SnsAction(topic);
  const alarms = definitions.map(
    ({
      name,
      metric,
      threshold = 1,
      isLow = false,
      periods = 1,
      outOf = periods,
      tellsEnd = false,
      text,
    }) => {
      const alarm = new Alarm(parent, name, {
        alarmName: resourceNameOf(name, scope),
        alarmDescription: `${text} (docs/operating.md, ${name})`,
        metric,
        threshold,
        comparisonOperator: isLow
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: outOf,
        datapointsToAlarm: periods,
        treatMissingData: isLow
          ? TreatMissingData.BREACHING
          : TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      if (tellsEnd) alarm.addOkAction(action);
      return alarm;
    },
  );
  return { topic, alarms };
}
