import { Duration } from "aws-cdk-lib";
import { EventBus, Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { AccountRootPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { eventBus } from "../events.ts";
import type { Functions } from "./functions.ts";
import type { Queues } from "./queues.ts";

/**
 * A bus of our own, and the way from it to the receivers. Its policy lets this account put events of the declared sources,
 * and nobody else any; each rule pins the sources again, for an identity of the account may be allowed more.
 */
export function createEventBus(
  scope: Construct,
  functions: Functions,
  { undelivered }: Queues,
  sources: string[],
): EventBus {
  const parent = new Construct(scope, "Events");
  const bus = new EventBus(parent, "Bus", { eventBusName: eventBus.busName });
  // Without sources nothing may be put, and a pattern may not be empty.
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
        new LambdaFunction(functions[target].lambda, {
          deadLetterQueue: undelivered,
          retryAttempts: 24,
          maxEventAge: Duration.hours(6),
        }),
      ],
    });
  return bus;
}
