import type { ReasonCode } from "../reason-codes.ts";
import type { FieldTime, Timeline } from "./timeline.ts";
import type { Limit } from "./statement.ts";

/** What we did to the person on the platform, and saw. */
export type SeenPerson =
  | { is: "none" }
  /** An answer was lost: a look at the platform decides, never a guess. */
  | { is: "unsure"; of: "create" | "enable" | "disable" }
  /** `because`: the termination. */
  | { is: "unsure"; of: "delete"; because: string }
  /** Created before the start, disabled, and never enabled. `by`: the hire. */
  | { is: "created"; by: string; fields: FieldTime[] }
  | { is: "enabled"; fields: FieldTime[] }
  /** `for`: the reason of the move. Grace counts from `sinceMs`, for this reason only. */
  | { is: "disabled"; sinceMs: number; for: string; fields: FieldTime[] }
  | { is: "being-deleted" }
  /** `holdsData`: what we keep of the person is not erased yet. */
  | { is: "gone"; holdsData: boolean };

/** What the person should be at an instant. */
export type Wanted = {
  is: "absent" | "enabled" | "disabled" | "deleted";
  /** The statement from which it follows. */
  because?: string;
  /** Why the person is disabled: the id of the employment that ended, or `suspension`. */
  reason?: string;
  /** Days between disabling and deleting. */
  graceDays?: number;
  /** The hire of the employment to come, while none goes on, and whether its person is to be created already. */
  next?: { by: string; startMs: number; isNear: boolean };
  /** Why an end needs a decision. Until an operator decides, a person without access gets none. */
  undecided?: ReasonCode;
  rulings: Timeline["rulings"];
  /** The latest statement about each field that is due, for a person who exists, and for a new one. */
  fields: FieldTime[];
  createWith: FieldTime[];
  /** The next instant at which something changes if nothing is said. */
  lookAgainMs?: number;
};

/** The last answers of the limits about this person. */
export type LimitAnswers = Partial<
  Record<Limit, { answer: "pass" | "hold"; atMs: number }>
>;

/** The one next thing to do. */
export type Move =
  /** `before`: the hire whose start is to come. Its person is created disabled. */
  | { do: "create"; fields: FieldTime[]; before?: string }
  | { do: "change"; fields: FieldTime[] }
  | { do: "enable" | "delete" }
  | { do: "disable"; for: string }
  /** Look at the platform what became of a lost answer. */
  | { do: "confirm" }
  | { do: "erase" }
  | { do: "ask"; limit: Limit }
  | { do: "wait"; untilMs: number }
  /** `because`: why an operator must act. */
  | { do: "nothing"; because?: ReasonCode };
