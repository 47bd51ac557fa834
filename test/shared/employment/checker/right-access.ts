import type * as core from "../../../../shared/employment/statement.ts";
import { counts, same, tell, type Verdict } from "./tell.ts";

/**
 * A second, slow formulation of the rules: it reads the words by their times, and says which access is right. It
 * imports nothing of the core but the shape of a statement, so that no fault hides in both. A ruling is about a
 * word, and what it repeated when the operator ruled.
 */
export function rightAccess(said: readonly core.Statement[], accept: boolean) {
  const heard = said
    .filter(({ judged }) => !judged)
    .sort((a, b) => a.atMs - b.atMs);
  const words = heard.filter((one) => one.kind !== "ruled");
  const ruled = new Map<string, number>();
  for (const { about, ruling, atMs } of heard.filter(
    (one) => one.kind === "ruled",
  )) {
    const before = words.filter((word) => word.atMs < atMs);
    const { of = about } =
      read(before, ruled, accept).verdicts.get(about) ?? {};
    for (const id of [about, of]) ruled.set(`${id} ${ruling}`, atMs);
  }
  const { verdicts, access } = read(words, ruled, accept);
  return { verdicts, accessAt: access() };
}

/**
 * A word that an operator ruled out does not count, nor what repeats it, until another word on its matter comes that
 * repeats nothing.
 */
function read(words: core.Word[], ruled: Map<string, number>, accept: boolean) {
  const counted: core.Word[] = [];
  const stopped = new Map<string, Verdict>();
  /** Of each word that is ruled out: the words as if it counted, and the first that was said after the ruling. */
  let beside: {
    out: core.Word;
    atMs: number;
    told: core.Word[];
    asked?: core.Word;
  }[] = [];
  for (const word of words) {
    const { id } = word;
    const atMs = ruled.get(`${id} rejected`) ?? ruled.get(`${id} cancelled`);
    if (atMs !== undefined) {
      beside.push({ out: word, atMs, told: [...counted, word] });
      continue;
    }
    for (const one of beside) {
      if (stopped.has(id)) break;
      one.told.push(word);
      if (matterOf(word) !== matterOf(one.out)) continue;
      const { is } = tell(one.told, ruled, accept).verdicts.get(id)!;
      if (is !== "repeats" || ruled.has(`${id} released`)) {
        if (is !== "refused") beside = beside.filter((other) => other !== one);
      } else if (word.kind === one.out.kind) {
        const isAsked = !one.asked && word.atMs > one.atMs;
        stopped.set(id, isAsked ? counts : same(one.asked ?? one.out));
        if (isAsked) one.asked = word;
      }
    }
    if (!stopped.has(id)) counted.push(word);
  }
  const { verdicts, access } = tell(counted, ruled, accept);
  return { verdicts: new Map([...verdicts, ...stopped]), access };
}

function matterOf({ kind }: core.Word) {
  if (kind === "suspended" || kind === "resumed") return "suspension";
  return kind === "changed" ? "change" : "employment";
}
