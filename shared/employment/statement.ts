import type { ReasonCode } from "../reason-codes.ts";

/** A local day, as days since 1970-01-01. Two days of different zones are compared as they are. */
export type Day = number;

/** A day that an event names. */
export type Named = {
  day: Day;
  /** The instant at which the word falls due: a day without access begins, or a day with access. */
  dueMs: number;
};

/** What becomes of the person after an employment. */
export type Terms = {
  disposition: "delete" | "disable";
  /** Days between disabling and deleting. */
  graceDays: number;
};

/** What all statements have. No name, address or value of a person is among it. */
type Said = {
  /** The operation. */
  id: string;
  /** The event time. "Said before" and "said after" compare it, never the time of arrival. */
  atMs: number;
  /** The day of the event time, in the zone of the event, else of the deployment. */
  ownDay: Day;
  /** Why the statement changes nothing, as judged when we heard it. It stays judged. */
  judged?: ReasonCode;
};

/** The rights of the caller of a hire or an adoption. */
type Caller = {
  caller: string;
  /** The caller has the scope `offboard`. */
  mayOffboard: boolean;
};

/** What HR has said about an employee. */
export type Word =
  | (Said & Caller & { kind: "hired"; start?: Named; fields: string[] })
  | (Said & Caller & { kind: "adopted"; fields: string[] })
  | (Said & { kind: "changed"; effective?: Named; fields: string[] })
  | (Said & { kind: "resumed" })
  | (Said & { kind: "suspended"; from?: Named; until?: Named })
  | (Said & { kind: "terminated"; lastDay?: Named; terms: Terms })
  | (Said & { kind: "termination_cancelled" });

/** What an operator has decided about a statement. */
export type Ruling = Said & {
  kind: "ruled";
  /** The id of the statement, or of a repetition of it. */
  about: string;
} & (
    | {
        ruling:
          /** The statement has no effect. */
          | "rejected"
          | "cancelled"
          /** The person of this end is not deleted. */
          | "kept"
          /** The person of this end is deleted without a grace period and a limit. */
          | "delete-now"
          /** The person does not exist on the platform. */
          | "confirmed-gone"
          /** Of a hire without a start date after an end. */
          | "is-a-rehire"
          | "repeats"
          /** Of a last day before the start. */
          | "has-left"
          | "is-an-earlier-one"
          /** Of a hire for whose employment an end was said before. */
          | "keeps-the-end"
          | "has-no-end";
      }
    /** It counts although it is held: by this limit, or as a repetition after a ruling. */
    | { ruling: "released"; limit?: Limit }
  );

export type Statement = Word | Ruling;

export type Settings = {
  /** What a hire without a start date means after an end. */
  rehireWithoutStartDate: "accept" | "report";
  /** Whether a repeated hire writes its fields. */
  repeatedHire: "report" | "update";
};

/** What is asked before a move, across all employees. */
export type Limit = "disable" | "delete" | "rename";

/** What one statement comes to. */
export type Verdict =
  /** It counts. `warning`: what the sender should know. `ends`: the suspensions that a resumption ends. */
  | { is: "in-force"; warning?: ReasonCode; ends?: string[] }
  /** It counts, from a day after its own. */
  | { is: "scheduled"; for: Named }
  /** It says nothing new. `of`: the statement that said it. */
  | { is: "repeats"; of: string }
  /** It has no effect, or none any more. `by`: the statement that counts instead. */
  | { is: "overtaken"; because: ReasonCode; by?: string }
  | { is: "needs-decision"; because: ReasonCode };
