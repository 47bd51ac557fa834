/** A step in words, for a reader who does not know the workflows. */
export type StepWords = {
  text: string;
  /** The steps whose end this step waits for. @default the step before it */
  needs?: readonly string[];
};

/** The steps of the workflows by their names. Operations show the names, and decisions look for them by name. */
const steps = {
  // A hire or an adoption
  say: { text: "note what the event says" },
  "choose extras": { text: "choose avatar, tasks and streams" },
  "upload avatar": { text: "upload the avatar", needs: ["start", "say"] },
  "create person": { text: "create the person", needs: ["start", "say"] },
  "attach avatar": {
    text: "attach the avatar",
    needs: ["upload avatar", "create person"],
  },
  "seed tasks": { text: "create the first tasks", needs: ["create person"] },
  "seed streams": { text: "create the streams", needs: ["create person"] },
  "link identities": {
    text: "link accounts in chat tools",
    needs: ["create person"],
  },
  compare: { text: "compare person and event" },
  "find person": { text: "find the person" },
  // Thin events
  "find source": { text: "find the source of the record" },
  "read record": { text: "read the record and accept its events" },
  // Access
  "check person": { text: "check who the person is" },
  "check deletion limit": { text: "check the deletion limit" },
  "check disable limit": { text: "check the disable limit" },
  "count contents": { text: "count the contents of the person" },
  "check rename limit": { text: "check the rename limit" },
  "disable person": { text: "disable the person" },
  "enable person": { text: "enable the person" },
  "begin deletion": { text: "check who the person is, and begin the deletion" },
  "delete person": { text: "delete the person" },
  confirm: { text: "confirm the deletion" },
  erase: { text: "erase personal data" },
  // Change
  "apply change": { text: "write what differs" },
  // Status
  "read status": { text: "read the status" },
  "set status": { text: "set the status" },
  "restore status": { text: "restore the earlier status" },
  answer: { text: "answer in the chat" },
  "erase data": { text: "erase personal data" },
  "check time": { text: "check how long the status has waited" },
  "find note": { text: "find the note of earlier statuses" },
  // Notices
  collect: { text: "collect the notices that are due" },
  settle: { text: "record which notices are done" },
  deliver: { text: "send the messages to the subscribers" },
  close: { text: "let the next round of notices begin" },
  // Lists
  "begin read": { text: "begin to read the source" },
  "read source": { text: "read records of the source" },
  "count pull": { text: "count how many reads have failed in a row" },
  "end read": { text: "note that all records are read" },
  "check list": { text: "check the list" },
  "read people": { text: "read people of the platform" },
  "plan rows": { text: "plan a part of the rows" },
  "find drift": { text: "compare what is known with the platform" },
  "find missing": { text: "find who is not in the list" },
  "finish plan": { text: "finish the plan" },
  "apply rows": { text: "apply a part of the rows" },
  "go on": { text: "go on in the next execution" },
  // All
  start: { text: "begin the operation" },
  "reserve calls": { text: "reserve calls to the platform" },
  "check outage": { text: "check whether the outage lasts" },
  "find outage": { text: "find out whether there is an outage" },
  "choose pause": { text: "choose how to wait" },
  record: { text: "record the outcome" },
} as const satisfies Record<string, StepWords>;
export type StepName = keyof typeof steps;

/** Describes a step; a step that repeats has a number at the end of its name, such as `confirm 2`. */
export function describeStep(name: string): StepWords {
  const [, first = name, round = ""] = /^(.+?)( \d+)?$/.exec(name) ?? [];
  if (!isStepName(first)) return { text: name };
  const { text, ...words }: StepWords = steps[first];
  return { text: text + round, ...words };
}

function isStepName(name: string): name is StepName {
  return Object.hasOwn(steps, name);
}

/** The step of a hire that creates the person. It tells whether the person may exist, and who created the person. */
export const createPersonStep = "create person" satisfies StepName;

/** A step that a workflow repeats has a number at the end of its name. */
export type NumberedStepName = StepName | `${StepName} ${number}`;

/** The name of a step that is repeated in rounds: `confirm`, then `confirm 2`. */
export function stepOfRound(name: StepName, round: number): NumberedStepName {
  return round === 1 ? name : `${name} ${round}`;
}
