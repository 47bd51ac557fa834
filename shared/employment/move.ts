import type { ReasonCode } from "../reason-codes.ts";
import type { Limit } from "./statement.ts";

/** What we did to the person on the platform, and saw. */
export type Person =
  | { is: "none" }
  /** An answer was lost: a look at the platform decides, never a guess. */
  | { is: "unsure"; of: "create" | "enable" | "disable" | "delete" }
  | { is: "enabled"; fields: FieldValues }
  /** `for`: why the person is disabled, as the move said; grace counts from `sinceMs` for this reason only. */
  | { is: "disabled"; sinceMs: number; for: string; fields: FieldValues }
  | { is: "being-deleted" }
  /** `holdsData`: what we keep of the person is not erased yet. */
  | { is: "gone"; holdsData: boolean };

/** Of each field that we wrote, the statement whose value it has. */
export type FieldValues = Readonly<Record<string, string>>;

/** What the person should be at an instant. */
export type Wanted = {
  is: "absent" | "enabled" | "disabled" | "deleted";
  /** The statement from which it follows. */
  because?: string;
  /** Changes when the person is disabled for another reason: the end of an employment, or a suspension. */
  reason?: string;
  /** Of a person to delete: days after the disabling. */
  graceDays?: number;
  /** An end needs a decision, so nobody gets access until then. */
  undecided?: ReasonCode;
  /** The limits that an operator has released. */
  released: Limit[];
  confirmedGone: boolean;
  /** The data that the person should have now. */
  fields: FieldValues;
  /** The next instant at which something can change, if nothing is said. */
  lookAgainMs?: number;
};

/** The last answers of the limits about this person. */
export type Limits = Partial<
  Record<Limit, { answer: "pass" | "hold"; atMs: number }>
>;

/** The one next thing to do. */
export type Move =
  | { do: "create" | "change"; fields: FieldValues; because: string }
  | { do: "enable"; because: string }
  | { do: "disable"; because: string; for: string }
  | { do: "delete"; because: string }
  /** Look at the platform. */
  | { do: "confirm" }
  | { do: "erase" }
  | { do: "ask"; limit: Limit }
  | { do: "wait"; untilMs: number }
  /** `because`: a person must act. */
  | { do: "nothing"; because?: ReasonCode };
