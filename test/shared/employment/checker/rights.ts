import type { SeenPerson } from "../../../../shared/employment/move.ts";
import type {
  Settings,
  Statement,
} from "../../../../shared/employment/statement.ts";
import { read } from "./right-access.ts";
import { inOrder } from "./words.ts";

/** Of a caller without the scope `offboard`, it counts whether a person existed when the word arrived. */
export function withSeen(said: Statement, person: SeenPerson): Statement {
  if (said.kind !== "hired" && said.kind !== "adopted") return said;
  const isNobody = person.is === "none" || person.is === "gone";
  return isNobody || said.mayOffboard ? said : { ...said, metPerson: true };
}

/** Whether a caller without the scope `offboard` says more than they may. Only words before it count. */
export function lacksRight(
  said: readonly Statement[],
  word: Statement,
  { rehireWithoutStartDate }: Settings,
): boolean {
  if (word.kind === "ruled") return false;
  const words = inOrder([...said, word]);
  const earlier = new Set(words.slice(0, words.indexOf(word)));
  const isBefore = (one: Statement) => one.kind === "ruled" || earlier.has(one);
  const accept = rehireWithoutStartDate === "accept";
  const { refused } = read([...said.filter(isBefore), word], accept);
  return refused.includes(word);
}
