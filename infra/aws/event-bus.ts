import { Duration } from "aws-cdk-lib";
import { EventBus, Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { AccountRootPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { eventBus, eventsFunction } from "./deployment/events.ts";
import type { Functions } from "./functions.ts";
import { prefixOf } from "./resource-names.ts";
import type { Queues } from "./queues.ts";

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
    eventPattern: { source: sources, detailType: [...eventBus.types] },
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
