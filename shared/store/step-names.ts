/** The steps of the workflows. Operations show them by name, and decisions look for them by name. */
export type StepName =
  // A hire or an adoption
  | "claim"
  | "upload avatar"
  | "create person"
  | "attach avatar"
  | "seed tasks"
  | "seed streams"
  | "link identities"
  | "compare"
  | "find person"
  // Thin events
  | "find source"
  | "read record"
  // Access
  | "check person"
  | "check deletion limit"
  | "check disable limit"
  | "count contents"
  | "check rename limit"
  | "disable person"
  | "disable person again"
  | "enable person"
  | "enable person again"
  | "begin deletion"
  | "delete person"
  | "confirm"
  | "erase"
  // Change
  | "apply change"
  | "apply change again"
  // Status
  | "read status"
  | "set status"
  | "restore status"
  | "answer"
  | "erase data"
  | "check time"
  | "find note"
  // Notices
  | "collect"
  | "close"
  | "deliver"
  | "report"
  // All
  | "start"
  | "reserve calls"
  | "check outage"
  | "find outage"
  | "choose pause"
  | "record"
  | "settle";

/** The step of a hire that creates the person. It tells whether the person may exist, and who created the person. */
export const createPersonStep = "create person" satisfies StepName;

/** A step that a workflow repeats has a number at the end of its name. */
export type NumberedStepName = StepName | `${StepName} ${number}`;

/** The name of a step that is repeated in rounds: `confirm`, then `confirm 2`. */
export function stepOfRound(name: StepName, round: number): NumberedStepName {
  return round === 1 ? name : `${name} ${round}`;
}
