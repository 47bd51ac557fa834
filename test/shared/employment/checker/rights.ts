import type { SeenPerson } from "../../../../shared/employment/move.ts";
import type {
  Settings,
  Statement,
} from "../../../../shared/employment/statement.ts";
import { read } from "./right-access.ts";
import { inOrder } from "./words.ts";

/**
 * Whether a caller without the scope `offboard` says more than they may: opens an employment for an employee who has a
 * person or one to come, or moves a start that someone else was the last to say. Only words before it count.
 */
export function lacksRight(
  said: readonly Statement[],
  word: Statement,
  person: SeenPerson,
  { rehireWithoutStartDate }: Settings,
): boolean {
  if (word.kind !== "hired" || word.mayOffboard) return false;
  const accept = rehireWithoutStartDate === "accept";
  const words = inOrder([...said, word]);
  const earlier = new Set(words.slice(0, words.indexOf(word)));
  const isBefore = (one: Statement) => one.kind === "ruled" || earlier.has(one);
  const before = read(said.filter(isBefore), accept);
  const after = read([...said.filter(isBefore), word], accept);
  if (after.all.length > before.all.length)
    return (
      (person.is !== "none" && person.is !== "gone") ||
      before.all.some(before.is("to come", word.ownDay))
    );
  const moved = before.all.find(
    ({ start }, nth) => start.day !== after.all[nth]?.start.day,
  );
  return moved !== undefined && moved.caller !== word.caller;
}
