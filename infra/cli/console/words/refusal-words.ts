import { problems } from "../../../../shared/webhook/problem.ts";

const refusalWords: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(problems).map(([type, [, title]]) => [type, `${title}.`]),
  ),
  "not-found": "There is no such operation any more.",
};

/** Why the API did not use a verb on an operation. A reason that is not known yet is shown as it is. */
export function describeRefusal(reason: string): string {
  return refusalWords[reason] ?? reason;
}
