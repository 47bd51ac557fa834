import type { ReasonRow } from "../reason-codes.ts";

/** The texts of the reason codes for a secret or a store that is not as it must be. */
export const configurationTexts = {
  "secret-denied": {
    meaning:
      "Secrets Manager refuses to show the community secret, or for `record.changed` the callers or the sources secret: a permission is missing, its key is disabled, or it is deleted.",
    action:
      "Correct the permission, the key or the secret. The operation goes on by itself.",
  },
  "secret-malformed": {
    meaning:
      "The community secret, or for `record.changed` the sources secret, does not have the documented form. The log line `configuration wrong` names the secret and its wrong fields.",
    action:
      "Store the secret again with `npm run --silent cli -- secrets <name>`. The operation goes on by itself.",
  },
  "secret-missing": {
    meaning:
      "There is no community secret, or for `record.changed` no sources secret. The log line `configuration wrong` names it.",
    action:
      "Store it with `npm run --silent cli -- secrets <name>`. The operation goes on by itself.",
  },
  "secret-unavailable": {
    meaning: "Secrets Manager did not answer, or answered with an error.",
    action:
      "Nothing. The operation goes on when Secrets Manager answers again.",
  },
  "store-denied": {
    meaning:
      "DynamoDB, or Lambda for `record.changed`, refuses a request of a function: a permission is missing.",
    action:
      "Deploy the stack again, which restores the permissions. The operation goes on by itself.",
  },
  "store-unavailable": {
    meaning: "DynamoDB did not answer, or answered with an error.",
    action: "Nothing. The operation goes on when DynamoDB answers again.",
  },
} satisfies Partial<Record<ReasonRow, { meaning: string; action: string }>>;
