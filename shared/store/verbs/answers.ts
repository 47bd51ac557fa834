import type { ReasonCode } from "../../reason-codes.ts";
import type { Operation } from "../operation.ts";
import type { VerbRecord, VerbSubject } from "./verb.ts";

/** What the two answers to a question have in common. */
function answerTo(question: ReasonCode, of: Operation["type"]) {
  return {
    tone: "usual",
    done: "You answered the question.",
    applies: ({ type, status, reason }: VerbSubject) =>
      type === of && status === "needs_attention" && reason === question,
    refusal: "not-asked",
    fourEyes: "all",
  } as const;
}

const rehireUnclear = answerTo("rehire-unclear", "employee.hired");
const lastDayBeforeStart = answerTo(
  "last-day-before-start",
  "employee.terminated",
);
const endSaidBefore = answerTo("end-said-before", "employee.hired");

/** What an operator answers to what only HR can know. */
export const answers = {
  "is-a-rehire": {
    ...rehireUnclear,
    summary: "Answer that a hire without a start date is a rehire",
    description: "For a hire that asks `rehire-unclear`.",
    button: "It is a rehire",
    effect:
      "The employee is employed again, from the day of the event. The person gets access again, or a new person is created.",
    trail: "is-a-rehire",
    rule: () => ({ ruling: "is-a-rehire" }),
  },
  repeats: {
    ...rehireUnclear,
    summary: "Answer that a hire without a start date repeats an earlier one",
    description: "For a hire that asks `rehire-unclear`.",
    button: "It repeats an earlier hire",
    effect:
      "The hire changes nothing. Neither do later hires without a start date, until a hire names a start date.",
    trail: "repeats",
    rule: () => ({ ruling: "repeats" }),
  },
  "has-left": {
    ...lastDayBeforeStart,
    summary: "Answer that the employee has left",
    description: "For a termination that asks `last-day-before-start`.",
    button: "The employee has left",
    effect:
      "The employment ends at once, and what is planned is withdrawn. The person loses their access, and is deleted after the grace period or kept.",
    trail: "has-left",
    rule: () => ({ ruling: "has-left" }),
  },
  "is-an-earlier-one": {
    ...lastDayBeforeStart,
    summary: "Answer that a termination is about an earlier employment",
    description: "For a termination that asks `last-day-before-start`.",
    button: "It is about an earlier employment",
    effect: "The termination changes nothing. The person keeps their access.",
    trail: "is-an-earlier-one",
    rule: () => ({ ruling: "is-an-earlier-one" }),
  },
  "keeps-the-end": {
    ...endSaidBefore,
    summary: "Answer that the next employment keeps the end",
    description: "For a hire that asks `end-said-before`.",
    button: "The next employment keeps the end",
    effect:
      "The next employment ends on the last day that was said before the hire. After that day, the person loses their access.",
    trail: "keeps-the-end",
    rule: () => ({ ruling: "keeps-the-end" }),
  },
  "has-no-end": {
    ...endSaidBefore,
    summary: "Answer that the next employment has no end",
    description: "For a hire that asks `end-said-before`.",
    button: "The next employment has no end",
    effect:
      "The last day that was said before the hire does not count. The next employment goes on until a termination.",
    trail: "has-no-end",
    rule: () => ({ ruling: "has-no-end" }),
  },
} as const satisfies Record<string, VerbRecord>;
