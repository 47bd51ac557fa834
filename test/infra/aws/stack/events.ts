import { describe, expect, test } from "vitest";
import {
  scheduledEvent,
  schedulesSchema,
} from "../../../../infra/aws/deployment/schedules.ts";
import { templateWith } from "../template.ts";

const undelivered =
  "arn:aws:sqs:us-east-1:000000000000:community-automation-undelivered";
const repeated =
  "arn:aws:sqs:us-east-1:000000000000:community-automation-repeated";
const functionArn = (name: string) =>
  `arn:aws:lambda:us-east-1:000000000000:function:community-automation-${name}`;

const schedules = schedulesSchema.parse([
  {
    name: "stand-up",
    expression: "cron(0 9 ? * MON-FRI *)",
    zone: "Europe/Zurich",
    event: {
      type: "status.set",
      data: { employeeId: "E-1", text: "stand-up" },
    },
  },
]);

const template = templateWith({
  schedules,
  eventSources: ["com.example.hr", "com.example.it"],
});

describe("the event bus", () => {
  test("accepts events of the declared sources from this account only", () => {
    const policies = template.all<{ Statement: unknown }>(
      "AWS::Events::EventBusPolicy",
    );
    expect(policies.map(({ Properties }) => Properties.Statement)).toEqual([
      {
        Sid: "cdk-DeclaredSources",
        Effect: "Allow",
        Principal: { AWS: "arn:aws:iam::000000000000:root" },
        Action: "events:PutEvents",
        Resource:
          "arn:aws:events:us-east-1:000000000000:event-bus/community-automation",
        Condition: {
          "ForAllValues:StringEquals": {
            "events:source": ["com.example.hr", "com.example.it"],
          },
        },
      },
    ]);
  });

  test("routes each event of the declared sources to the events receiver, or to a queue", () => {
    const rules = template.all<{
      EventBusName: string;
      EventPattern: object;
      Targets: [
        {
          Arn: string;
          DeadLetterConfig: { Arn: string };
          RetryPolicy: { MaximumRetryAttempts: number };
        },
      ];
    }>("AWS::Events::Rule");
    for (const { Properties } of rules) {
      expect(Properties.EventBusName).toBe("community-automation");
      expect(Properties.EventPattern).toEqual({
        source: ["com.example.hr", "com.example.it"],
      });
      expect(Properties.Targets).toMatchObject([
        {
          DeadLetterConfig: { Arn: undelivered },
          RetryPolicy: {
            MaximumRetryAttempts: 24,
            MaximumEventAgeInSeconds: 21_600,
          },
        },
      ]);
    }
    const targets = rules.map(({ Properties }) => Properties.Targets[0].Arn);
    expect(targets).toEqual([functionArn("events-receiver")]);
  });

  test("has neither a policy nor rules if no source is declared", () => {
    const closed = templateWith({ eventSources: [] });
    expect(closed.all("AWS::Events::EventBus")).toHaveLength(1);
    expect(closed.all("AWS::Events::EventBusPolicy")).toEqual([]);
    expect(closed.all("AWS::Events::Rule")).toEqual([]);
  });
});

describe("EventBridge Scheduler", () => {
  const scheduleNamed = (name: string) =>
    template
      .all<{ Name: string; GroupName: string; Target: { Input?: string } }>(
        "AWS::Scheduler::Schedule",
      )
      .find(({ Properties }) => Properties.Name === name)?.Properties;

  test("invokes the scheduler every minute", () => {
    expect(scheduleNamed("community-automation-scheduler")).toMatchObject({
      GroupName: "community-automation",
      ScheduleExpression: "rate(1 minute)",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: {
        Arn: functionArn("scheduler-handler"),
        DeadLetterConfig: { Arn: repeated },
        RetryPolicy: { MaximumRetryAttempts: 1, MaximumEventAgeInSeconds: 60 },
      },
    });
  });

  test("sends a declared event at its time in its zone to the events receiver", () => {
    const schedule = scheduleNamed("stand-up");
    expect(schedule).toMatchObject({
      ScheduleExpression: "cron(0 9 ? * MON-FRI *)",
      ScheduleExpressionTimezone: "Europe/Zurich",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: {
        Arn: functionArn("events-receiver"),
        DeadLetterConfig: { Arn: undelivered },
        RetryPolicy: {
          MaximumRetryAttempts: 20,
          MaximumEventAgeInSeconds: 3_600,
        },
      },
    });
    const [declared] = schedules;
    expect(JSON.parse(schedule?.Target.Input ?? "")).toEqual(
      declared && scheduledEvent(declared),
    );
  });

  test("may only invoke the events receiver and the scheduler, and send undelivered events to queues", () => {
    const [policy] = template
      .all<{ PolicyDocument: { Statement: unknown[] } }>("AWS::IAM::Policy")
      .filter(({ id }) => id.startsWith("Schedules"));
    expect(policy?.Properties.PolicyDocument.Statement).toEqual([
      {
        Effect: "Allow",
        Action: "lambda:InvokeFunction",
        Resource: ["events-receiver", "scheduler-handler"].map(functionArn),
      },
      {
        Effect: "Allow",
        Action: "sqs:SendMessage",
        Resource: [repeated, undelivered],
      },
    ]);
  });
});

test("only a named route or rule may invoke a receiver, and none may invoke a workflow", () => {
  const permissions = template.all<{
    Principal: string;
    SourceArn: string;
    FunctionName: string;
  }>("AWS::Lambda::Permission");
  const principals = permissions.map(({ Properties }) => Properties.Principal);
  expect(new Set(principals)).toEqual(
    new Set(["apigateway.amazonaws.com", "events.amazonaws.com"]),
  );
  for (const { Properties } of permissions) {
    expect(Properties.SourceArn).toBeTruthy();
    expect(Properties.FunctionName).not.toContain("workflow");
  }
});
