import type {
  BulkVerb,
  Verb,
} from "../../../../functions/operations/contract.ts";

type VerbWords = {
  /** The name of the button. */
  button: string;
  /** What it does, with one operation or several. */
  effect: string;
  /** What the operator has done with one operation, as a sentence. */
  doneMessage: string;
  /** How the button looks: the usual next step, a step that cannot be undone, or neither. */
  tone: "usual" | "final" | "quiet";
};

export const verbWords: Record<Verb, VerbWords> = {
  retry: {
    button: "Retry",
    effect:
      "The work starts again with the data of the event. Each step looks whether it took effect before it writes.",
    doneMessage: "You started the operation again.",
    tone: "usual",
  },
  release: {
    button: "Release",
    effect:
      "The operation is no longer held, and its work goes on. In a limit of people, the person still counts.",
    doneMessage: "You released the operation.",
    tone: "usual",
  },
  reject: {
    button: "Reject",
    effect:
      "The operation ends as cancelled and does not do what its event asks. A person whom it has disabled stays disabled.",
    doneMessage: "You rejected the operation.",
    tone: "final",
  },
  cancel: {
    button: "Cancel",
    effect: "The operation ends as cancelled, and what it has begun is undone.",
    doneMessage: "You cancelled the operation.",
    tone: "final",
  },
  resolve: {
    button: "Resolve",
    effect:
      "The operation ends as cancelled, because you repaired its cause by hand. Neither the person nor our data about the employee changes.",
    doneMessage: "You resolved the operation.",
    tone: "quiet",
  },
  "confirm-gone": {
    button: "Confirm that the person is gone",
    effect:
      "The termination goes on as if the platform had deleted the person. Check with an administrator's account that the person is gone, and not only hidden.",
    doneMessage: "You confirmed that the person is gone.",
    tone: "final",
  },
  "delete-now": {
    button: "Delete the person now",
    effect:
      "The grace period ends at once, and the platform deletes the person with all that they published and the replies of others to it. A deletion cannot be undone.",
    doneMessage: "You ended the grace period.",
    tone: "final",
  },
  enable: {
    button: "Enable the person",
    effect:
      "The person whom this termination has kept can sign in again, and the operation ends as cancelled.",
    doneMessage: "You asked to enable the person.",
    tone: "quiet",
  },
};

/** What became of many operations. The words follow a count: "3 operations started again". */
export const bulkResultWords: Record<BulkVerb, string> = {
  retry: "started again",
  release: "released",
  reject: "rejected",
  resolve: "resolved",
};
