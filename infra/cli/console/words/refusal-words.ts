const refusalWords: Record<string, string> = {
  "not-found": "There is no such operation any more.",
  "not-to-retry":
    "Only an operation that failed, is blocked, or needs attention without a limit that holds it can be retried.",
  "not-held":
    "Only an operation that a limit holds can be released or rejected.",
  "not-to-resolve":
    "Only an operation that failed or needs attention, and that no limit holds, can be resolved.",
  "sent-by-yourself":
    "Only another caller than the sender of the event can do this. Use the key of another operator.",
};

/** Why the API did not use a verb on an operation. A reason that is not known yet is shown as it is. */
export function describeRefusal(reason: string): string {
  return refusalWords[reason] ?? reason;
}
