import { Duration, Stack } from "aws-cdk-lib";
import { EventBus, Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import {
  AccountRootPrincipal,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { eventsFunction } from "./deployment/events.ts";
import type { Functions } from "./functions.ts";
import { prefixOf, resourceNameOf } from "./resource-names.ts";
import type { Queues } from "./queues.ts";
import { CfnSchedule, CfnScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import {
  type Schedule,
  scheduledEvent,
  functionOfSchedule,
} from "./deployment/schedules.ts";

/**
 * Creates the event bus and the rule that routes its events to their receiver. The bus policy allows only this account
 * to put events, and only events of the declared sources. The rule checks the source again, because an identity-based
 * policy of the account may allow other sources.
 */
export function createEventBus(
  scope: Construct,
  functions: Functions,
  { undelivered }: Queues,
  sources: string[],
): EventBus {
  const parent = new Construct(scope, "Events");
  const bus = new EventBus(parent, "Bus", { eventBusName: prefixOf(scope) });
  // No source means that no event is allowed, and EventBridge rejects a rule with an empty list of sources.
  if (sources.length === 0) return bus;
  bus.addToResourcePolicy(
    new PolicyStatement({
      sid: "DeclaredSources",
      principals: [new AccountRootPrincipal()],
      actions: ["events:PutEvents"],
      resources: [bus.eventBusArn],
      conditions: {
        "ForAllValues:StringEquals": { "events:source": sources },
      },
    }),
  );
  new Rule(parent, "events", {
    eventBus: bus,
    description: `Events of the declared sources to ${eventsFunction}`,
    // Any type passes: the receiver refuses an unknown one, so that the event is in a queue and an alarm rings.
    eventPattern: { source: sources },
    targets: [
      new LambdaFunction(functions[eventsFunction].entry, {
        deadLetterQueue: undelivered,
        retryAttempts: 24,
        maxEventAge: Duration.hours(6),
      }),
    ],
  });
  return bus;
}

/** The functions that EventBridge Scheduler may invoke, the last one only in a deployment with a pull or a drift. */
const targets = [
  "scheduler-handler",
  eventsFunction,
  "lists-workflow",
] as const;

/** Creates the schedule that invokes the scheduler every minute, and the schedules that the deployment declares. */
export function createSchedules(
  scope: Construct,
  functions: Functions,
  { undelivered, repeated }: Queues,
  schedules: readonly Schedule[],
): void {
  const parent = new Construct(scope, "Schedules");
  const group = new CfnScheduleGroup(parent, "Group", {
    name: prefixOf(scope),
  });
  const role = new Role(parent, "Role", {
    assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
      conditions: {
        StringEquals: { "aws:SourceAccount": Stack.of(scope).account },
      },
    }),
  });
  const used = new Set([
    "scheduler-handler",
    eventsFunction,
    ...schedules.map(functionOfSchedule),
  ]);
  const arnOf = (name: (typeof targets)[number]) => {
    if (name !== "lists-workflow") return functions[name].entry.functionArn;
    const { live } = functions[name] ?? {};
    // `readContext` has refused such a schedule.
    if (!live)
      throw new Error("a schedule without an event needs the setting lists");
    return live.functionArn;
  };
  role.addToPolicy(
    new PolicyStatement({
      actions: ["lambda:InvokeFunction"],
      resources: targets.filter((name) => used.has(name)).map(arnOf),
    }),
  );
  role.addToPolicy(
    new PolicyStatement({
      actions: ["sqs:SendMessage"],
      resources: [undelivered.queueArn, repeated.queueArn],
    }),
  );

  // A scope of its own, because a deployment may choose any name for a schedule, including "Group".
  const declared = new Construct(parent, "Named");
  const createSchedule = (
    { name, expression, zone }: Omit<Schedule, "event">,
    target: (typeof targets)[number],
    delivery: Omit<CfnSchedule.TargetProperty, "arn" | "roleArn">,
  ) => {
    const schedule = new CfnSchedule(declared, name, {
      name,
      groupName: prefixOf(scope),
      scheduleExpression: expression,
      scheduleExpressionTimezone: zone,
      flexibleTimeWindow: { mode: "OFF" },
      target: { arn: arnOf(target), roleArn: role.roleArn, ...delivery },
    });
    schedule.addResourceDependency(group);
    schedule.node.addDependency(role);
  };

  const everyMinute = {
    name: resourceNameOf("scheduler", scope),
    expression: "rate(1 minute)",
    zone: "UTC",
  };
  createSchedule(everyMinute, "scheduler-handler", {
    deadLetterConfig: { arn: repeated.queueArn },
    // One retry is enough, because the schedule invokes the function again in the next minute.
    retryPolicy: { maximumRetryAttempts: 1, maximumEventAgeInSeconds: 60 },
  });
  for (const schedule of schedules)
    createSchedule(schedule, functionOfSchedule(schedule), {
      input: JSON.stringify(scheduledEvent(schedule)),
      deadLetterConfig: { arn: undelivered.queueArn },
      retryPolicy: { maximumRetryAttempts: 20, maximumEventAgeInSeconds: 3600 },
    });
}
