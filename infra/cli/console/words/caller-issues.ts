import type { Overview } from "../../../../functions/operations/contract.ts";

type Issue = NonNullable<Overview["callers"][number]["issue"]>;

export const callerIssues: Record<Issue, { text: string; action: string }> = {
  "no-key": {
    text: "has no key",
    action: "It can send nothing. Store a key for it, or remove its entry.",
  },
  "old-key": {
    text: "has an old key",
    action:
      "Make a new key, give it to the sender, and remove the old one when the sender uses the new one.",
  },
  "invalid-entry": {
    text: "has an entry that is not valid",
    action:
      "All its events are refused. Correct its entry in the secret of the callers.",
  },
};
