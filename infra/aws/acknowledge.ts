import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Says why a rule does not fit a part and all that is in it: the rule's id, and the reason. */
export function acknowledge(
  part: IConstruct,
  reasons: Record<string, string>,
): void {
  for (const [id, reason] of Object.entries(reasons))
    Validations.of(part).acknowledge({ id, reason });
}
