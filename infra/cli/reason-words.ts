import { readFileSync } from "node:fs";
import { rowOf, toReasonCode } from "../../shared/reason-codes.ts";

type ReasonWords = { meaning: string; action: string };

const source = new URL("../../shared/reason-codes.ts", import.meta.url);
let words: ReadonlyMap<string, ReasonWords> | undefined;

/**
 * What a reason code means, and what an operator does: the comment above the code.
 *
 * @returns undefined for a word of the audit trail that is no reason code
 */
export function explainReason(reason: string): ReasonWords | undefined {
  const code = toReasonCode(reason);
  words ??= wordsIn(readFileSync(source, "utf8"));
  return code === reason ? words.get(rowOf(code)) : undefined;
}

function wordsIn(text: string): Map<string, ReasonWords> {
  const comments = text.matchAll(
    /\/\*\*((?:(?!\*\/).)*?)@action ((?:(?!\*\/).)*)\*\/\s*"?([\w-]+)"?: /gs,
  );
  return new Map(
    Array.from(comments, ([, meaning = "", action = "", row = ""]) => [
      row,
      { meaning: toSentences(meaning), action: toSentences(action) },
    ]),
  );
}

function toSentences(lines: string): string {
  return lines.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim();
}
