import {
  type ShownOperation,
  type Verb,
  verbRecords,
} from "../../../../functions/operations/contract.ts";
import { describeContents } from "../../../../shared/describe-contents.ts";

type Subject = Pick<ShownOperation, "type" | "reason" | "steps" | "contents">;

/** What a verb does with an operation, and what follows for its person, as far as that is known. */
export function describeEffect(
  verb: Verb,
  operation?: Partial<Subject>,
): string {
  const { contents } = operation ?? {};
  const { effect, consequence } = verbRecords[verb];
  return [
    effect,
    operation && consequence?.(operation),
    contents !== undefined &&
      `The person has published ${describeContents(contents)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
