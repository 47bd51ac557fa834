import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/**
 * Suppresses rules of the template checks for a construct and all that it contains.
 *
 * @param reasons - why each rule does not apply, by the rule's id
 */
export function suppressRules(
  construct: IConstruct,
  reasons: Record<string, string>,
): void {
  for (const [id, reason] of Object.entries(reasons))
    Validations.of(construct).acknowledge({ id, reason });
}
