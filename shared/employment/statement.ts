import type { ReasonCode } from "../reason-codes.ts";

/** A local day, as days since 1970-01-01. Days of different zones are compared as they are. */
export type Day = number;

/** A day that an event names, and when it falls due: a last day or `until` as it ends, any other as it begins. */
export type Named = { day: Day; dueMs: number };

/** What becomes of the person after an employment, and how many days after the disabling. */
export type Terms = { disposition: "delete" | "disable"; graceDays: number };

/** What all statements have. Names, addresses and values of a person are never part of one. */
type Said = {
  /** The operation. */
  id: string;
  /** The event time. "Said before" compares event times, never the arrival. */
  atMs: number;
  /** The day of the event time, in the zone of the event, else of the deployment. */
  ownDay: Day;
  /** Why the statement changes nothing, as judged when it arrived. It stays judged. */
  judged?: ReasonCode;
};

/**
 * Whether the caller has the scope `offboard`. If not, `metPerson` says that a person existed when the statement
 * arrived.
 */
type ByCaller = { mayOffboard: boolean; metPerson?: true };

/** What HR has said about an employee. A termination without a last day means: has left. */
export type Word = Said & {
  /** Who said it. Words of two callers are never merged, because no caller takes back what another one said. */
  caller: string;
  /** The caller is an identity provider. It takes back only its own words, and the terms of other callers win. */
  byProvider?: true;
} & (
    | ({
        kind: "hired";
        start?: Named;
        fields: string[];
        /** The caller has the scope `update`. Without it, the fields count for a new person only. */
        mayUpdate: boolean;
        /** The setting `repeatedHire` when it was said: as a repetition it changes the person. Only with `mayUpdate`. */
        updatesAsRepetition?: true;
        /** The setting `rehireWithoutStartDate` when it was said: after an end, it opens the next employment. */
        opensWithoutStart?: true;
      } & ByCaller)
    | ({ kind: "adopted" } & ByCaller)
    | { kind: "changed"; effective?: Named; fields: string[] }
    | { kind: "suspended"; from?: Named; until?: Named }
    | {
        kind: "terminated";
        lastDay?: Named;
        terms: Terms;
        /** The event names no terms: these are the usual ones of the deployment. */
        hasUsualTerms?: true;
      }
    | { kind: "resumed" }
    | { kind: "termination_cancelled" }
  );

export type WordOf<Kind extends Word["kind"]> = Extract<Word, { kind: Kind }>;

/** What an operator can decide. */
export const knownRulings = [
  "cancelled",
  "rejected",
  /** The statement counts although a limit held it, or although it repeats a statement that was ruled out. */
  "released",
  /** A plan that was approved lets the statement pass the limit. It does not count in it. */
  "granted",
  /** Of a termination: what becomes of the person. */
  "kept",
  "delete-now",
  "confirmed-gone",
  /** Of a hire that is `rehire-unclear`. */
  "is-a-rehire",
  "repeats",
  /** Of a termination that is `last-day-before-start`. */
  "has-left",
  "is-an-earlier-one",
  /** Of a hire that is `end-said-before`. */
  "keeps-the-end",
  "has-no-end",
] as const;

/** What a ruling can be limited to. */
export const knownLimits = ["disable", "delete", "rename", "contents"] as const;

/** What a newer version may have stored. */
type OfNewer = string & {};

/** What an operator has decided about a statement, or a repetition of it. */
export type Ruling = Said & {
  kind: "ruled";
  about: string;
  ruling: (typeof knownRulings)[number] | OfNewer;
  /** The ruling is about this limit only: a rejected `rename` leaves all but the names in force. */
  limit?: (typeof knownLimits)[number] | OfNewer;
  /** A release is good until then. */
  untilMs?: number;
};

/** A decision that this version makes. */
export type KnownRuling = Ruling & {
  ruling: (typeof knownRulings)[number];
  limit?: (typeof knownLimits)[number];
};

export type Statement = Word | Ruling;

/** The one setting that the rules read. A word contains all others, so a later change of them does not concern it. */
export type Settings = {
  /** A person is created this many days before the start, disabled. Without it, on the start day. */
  createDaysBefore?: number;
};

/** What is asked before a move, across all employees. */
export type Limit = "disable" | "delete" | "rename";

/** What one statement comes to. */
export type Verdict =
  /** `ends`: the suspensions that a resumption ends. */
  | { is: "in-force"; warning?: ReasonCode; ends?: string[] }
  | { is: "scheduled"; for: Named }
  /** `of`: the statement that said it first. */
  | { is: "repeats"; of: string }
  /** `by`: the statement that counts instead. */
  | { is: "overtaken"; because: ReasonCode; by?: string }
  | { is: "needs-decision"; because: ReasonCode };
