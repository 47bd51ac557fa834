import { employments } from "../../shared/employment/employments.ts";
import type { LimitAnswers, SeenPerson } from "../../shared/employment/move.ts";
import { nextMove } from "../../shared/employment/next-move.ts";
import { say } from "../../shared/employment/say.ts";
import type {
  Limit,
  Statement,
  Verdict,
  Word,
} from "../../shared/employment/statement.ts";
import { wanted } from "../../shared/employment/wanted.ts";
import type { LimitName, LimitUsage } from "../../shared/store/daily-limits.ts";
import type { PreviewVerdict } from "./contract.ts";
import type { SaidReader } from "./read-statements.ts";

const namesOfLimits: Record<Limit, LimitName> = {
  disable: "disable-limit",
  delete: "deletion-limit",
  rename: "rename-limit",
};

/** A disabling can be followed by a deletion. More moves do not follow at once. */
const maxMoves = 6;

/** Reads how much of a limit is used, once for each limit: every read counts all active employees. */
export type UsageOf = (name: LimitName) => Promise<LimitUsage>;

type Present = Pick<SaidReader, "settings"> & {
  /** As our store knows the person now. */
  person: SeenPerson;
  nowMs: number;
  usageOf: UsageOf;
};

/** What an event would come to by the rules of the employment, if it arrived now. */
export async function foreseeVerdict(
  word: Word,
  said: readonly Statement[],
  present: Present,
): Promise<PreviewVerdict> {
  const { statements, verdict } = say(said, word, present);
  const limit =
    verdict.is === "in-force"
      ? await findHold(word, statements, present)
      : undefined;
  return limit ? { is: "held", limit } : shown(verdict);
}

/** The limit that would hold one of the moves to which the word leads at once. */
async function findHold(
  { id, kind }: Word,
  statements: Statement[],
  { person: seen, settings, nowMs, usageOf }: Present,
): Promise<(LimitUsage & { name: LimitName }) | undefined> {
  const wants = wanted(employments(statements, settings), nowMs);
  const names = kind === "changed" || kind === "hired";
  const limits: LimitAnswers = {};
  let person = seen;
  for (let moves = 0; moves < maxMoves; moves++) {
    const move = nextMove(wants, person, limits, nowMs);
    if (move.do === "disable")
      person = { is: "disabled", sinceMs: nowMs, for: move.for, fields: [] };
    else if (move.do === "ask") {
      const { limit } = move;
      const isOfWord = limit === "rename" ? names : wants.because === id;
      if (!isOfWord) return undefined;
      const name = namesOfLimits[limit];
      const { used, allowed } = await usageOf(name);
      if (used >= allowed) return { name, used, allowed };
      limits[limit] = { answer: "pass", atMs: nowMs };
    } else return undefined;
  }
  return undefined;
}

function shown(verdict: Verdict): PreviewVerdict {
  switch (verdict.is) {
    case "in-force":
      return {
        is: verdict.is,
        ...(verdict.warning && { warning: verdict.warning }),
      };
    case "scheduled":
      return {
        is: verdict.is,
        scheduledFor: new Date(verdict.for.dueMs).toISOString(),
      };
    case "repeats":
      return { is: verdict.is, ...operation(verdict.of) };
    case "overtaken":
      return {
        is: verdict.is,
        reason: verdict.because,
        ...operation(verdict.by),
      };
    case "needs-decision":
      return { is: verdict.is, reason: verdict.because };
  }
}

/** What the item of an employee alone knows has no operation any more. */
function operation(id = "") {
  return id === "" ? {} : { sameAs: id };
}
