import { Stack } from "aws-cdk-lib";
import type { IConstruct } from "constructs";
import { type AnyDurableName, liveAlias } from "./deployment/function-names.ts";
import { product } from "./deployment/product.ts";

/**
 * The full name of a resource, such as `community-automation-store`. Names are fixed, not generated, for four reasons: an
 * operator finds the resources; a secret can be granted before it has a value; an update cannot silently replace a durable
 * function, whose running executions would be lost; and a new stack can import the tables that a deleted stack left
 * behind.
 *
 * @param scope - a construct of the deployment. @default a deployment with the default prefix
 */
export function resourceNameOf(part: string, scope?: IConstruct): string {
  return `${prefixOf(scope)}-${part}`;
}

/** The prefix of all names of a deployment: the setting `prefix`, which is also the name of the stack. */
export function prefixOf(scope: IConstruct | undefined): string {
  return scope ? Stack.of(scope).stackName : product;
}

/** The qualified name of a durable function, by which it is invoked. */
export function liveNameOf(
  workflow: AnyDurableName,
  scope: IConstruct,
): string {
  return `${resourceNameOf(workflow, scope)}:${liveAlias}`;
}
