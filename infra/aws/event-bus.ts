import { Duration } from "aws-cdk-lib";
import { EventBus, Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { AccountRootPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { eventBus } from "../events.ts";
import type { Functions } from "./functions.ts";
import { prefixOf } from "./resource-names.ts";
import type { Queues } from "./queues.ts";

/**
 * Creates the event bus and the rules that route its events to the receivers. The bus policy allows only this account
 * to put events, and only events of the declared sources. Each rule checks the source again, because an identity-based
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
  for (const { name, detailTypes, function: target } of eventBus.rules)
    new Rule(parent, name, {
      eventBus: bus,
      description: `${detailTypes.join(", ")} to ${target}`,
      eventPattern: { source: sources, detailType: [...detailTypes] },
      targets: [
        new LambdaFunction(functions[target].entry, {
          deadLetterQueue: undelivered,
          retryAttempts: 24,
          maxEventAge: Duration.hours(6),
        }),
      ],
    });
  return bus;
}
