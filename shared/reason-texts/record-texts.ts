import type { ReasonRow } from "../reason-codes.ts";

/** The texts of the reason codes for a record that is read from a source. */
export const recordTexts = {
  "lookup-missing": {
    meaning:
      "A thin event cannot be read: its caller has no valid entry with a `lookup` in the callers secret any more.",
    action:
      "Correct the entry with `npm run --silent cli -- secrets callers`, then retry. If the system is no longer connected, resolve the operation.",
  },
  "no-event": {
    meaning:
      "The record was read, and it asks for nothing that is still to be done: its map says that it is not ours, or our employee is already as the record says.",
    action: "Nothing.",
  },
  "record-busy": {
    meaning:
      "Another operation was reading the same record, in all attempts. Reads of one record never overlap.",
    action: "Retry.",
  },
  "record-id-refused": {
    meaning:
      "No URL can hold the id of the record, so nothing was asked. Nothing changed.",
    action:
      "Look at the map of the caller: `/employeeId` of `record.changed` must be the id of a record in the source. Correct it, and resolve the operation.",
  },
  "record-invalid": {
    meaning:
      "The record was read, and the event that it means does not fit our schema. Nothing changed. The warnings name the wrong fields of the record, and the log line `record invalid` says what they must be.",
    action:
      "Correct the record in the source or the map of the lookup, try it with `npm run --silent cli -- events preview <file> --caller <caller> --record`, then retry.",
  },
  "record-not-found": {
    meaning:
      "The source does not show the record, also not after the time that `retryMinutes` of the lookup allows. This never counts as a leaver: nothing changed.",
    action:
      "Ask HR whether the record exists, and whether the credentials of the source may see it. If yes, retry. If it was deleted and the employee has left, send a termination, and resolve the operation.",
  },
  "record-of-another": {
    meaning:
      "The source answered with another record than the one that was asked for. Nothing changed.",
    action:
      "Check the URL and the `id` of the lookup, and report it to the operator of the source if both are right. Then retry.",
  },
  "scope-missing": {
    meaning:
      "The record means an event for which its caller lacks the scope. The log line `forbidden` names the type of the event.",
    action:
      "If the caller may send such events, add the scope to its entry and retry. Otherwise correct the map of its lookup, and resolve the operation.",
  },
  "source-busy": {
    meaning:
      "The source refused the read with too many requests, for a day. Nothing changed.",
    action:
      "Lower `callsPerSecond` of the source in the sources secret, or ask its operator for a higher limit. Then retry.",
  },
  "source-error": {
    meaning:
      "The source answered with an error of its own, for a day. Nothing changed.",
    action: "Ask the operator of the source. When it works again, retry.",
  },
  "source-misconfigured": {
    meaning:
      "The source was not asked, because a URL of the lookup does not lead to one of its hosts, over https and on the public internet. Nothing changed. The log line `configuration wrong` names the source.",
    action:
      "Correct the lookup of the caller, or the hosts of the source in the sources secret. Then the operation goes on by itself within a day of its event; later, retry.",
  },
  "source-missing": {
    meaning:
      "The sources secret has no entry with the name that the lookup of the caller uses. The log line `configuration wrong` names it.",
    action:
      "Store the entry with `npm run --silent cli -- secrets sources`, or correct the lookup. Then the operation goes on by itself within a day of its event; later, retry.",
  },
  "source-refused": {
    meaning:
      "The source refuses the read: its credentials or their rights are wrong. Nothing changed. The log line `configuration wrong` names the source.",
    action:
      "Store valid credentials with `npm run --silent cli -- secrets sources`. Then the operation goes on by itself within a day of its event; later, retry.",
  },
  "source-unreachable": {
    meaning: "No complete answer came from the source, for a day.",
    action:
      "Check the hosts of the source, the network and the state of the source, then retry.",
  },
  "source-unreadable": {
    meaning:
      "The source answered with something else than JSON of an allowed size, for a day. Nothing changed.",
    action: "Check the URL of the lookup, then retry.",
  },
} satisfies Partial<Record<ReasonRow, { meaning: string; action: string }>>;
