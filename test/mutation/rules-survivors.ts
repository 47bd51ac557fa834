/** The mutants of the rules that survive `npm run test:mutation:rules`, by the reason why nobody can see the change. */
export const survivors: Record<string, string[]> = {
  "The text is only compared with others of its kind.": [
    `employments.ts: if (kind === "changed") return ["fields"] -> ""`,
    `employments.ts: return isSuspension ? ["suspension"] -> ""`,
    `employments.ts: return isSuspension ? "suspension" : ["employment"] -> ""`,
    `merge.ts: ? JSON.stringify([verdict.of, { ...one, id: [""] -> "Stryker was here!"`,
  ],
  "What is added has no effect: it is about no statement, or no number.": [
    `employments.ts: const rulings: Ruling[] = [[]] -> ["Stryker was here"]`,
    `employments.ts: fields: [[]] -> ["Stryker was here"]`,
    `employments.ts: judged: [[]] -> ["Stryker was here"]`,
    `holds.ts: const all = rulings.get(id) ?? [[]] -> ["Stryker was here"]`,
    `merge.ts: ...known.flatMap(({ end }) => end?.word.id ?? [[]] -> ["Stryker was here"]`,
    `next-move.ts: const about = person.of === "delete" ? person.because : [""] -> "Stryker was here!"`,
    `next-move.ts: const ask: Ask = (limit, by = [""] -> "Stryker was here!"`,
    `order.ts: if (kind !== "terminated") return [[]] -> ["Stryker was here"]`,
    `terminate.ts: if ( [id] -> true`,
    `wanted.ts: ].flatMap((one) => one?.dueMs ?? [[]] -> ["Stryker was here"]`,
    `wanted.ts: const asked = holds.verdicts.get(current?.undecided?.id ?? [""] -> "Stryker was here!"`,
  ],
  "The types ask for it, and the value is always there, or never.": [
    `employments.ts: const named = ( [kind === "changed"] -> true`,
    `next-move.ts: const about = [person.of === "delete"] -> true`,
    `next-move.ts: if ( [person.is === "gone"] -> true`,
    `terminate.ts: const end = [newest[0]?.end] -> newest[0].end`,
    `terminate.ts: const isStartNamed = [startBy.kind === "hired"] -> true`,
    `terminate.ts: if ( [one?.end] -> one.end`,
    `terminate.ts: else if ( [one] -> true`,
    `terminate.ts: if ( [end] -> true`,
    `wanted.ts: const asked = holds.verdicts.get( [current?.undecided] -> current.undecided`,
    `wanted.ts: .flatMap((one) => [one?.end?.word] -> one?.end.word`,
    `wanted.ts: if (now.is === "deleted" && [person.is === "disabled"] -> true`,
  ],
  "The two sides are never equal there.": [
    `employments.ts: const isSaidBefore = [compareStatements(word, startBy) < 0] -> compareStatements(word, startBy) <= 0`,
    `next-move.ts: return old === undefined || [old.day < entry.day] -> old.day <= entry.day`,
    `order.ts: ( [one.id < other.id] -> one.id <= other.id`,
    `terminate.ts: .filter((one) => one.start.day <= day && [day < nextDay(one)] -> day <= nextDay(one)`,
  ],
  "What holds is computed once more, and is the same.": [
    `merge.ts: [some.length === statements.length] -> false`,
    `say.ts: if ( [isTooOld || isKnown] -> isTooOld && isKnown`,
    `say.ts: if ( [isTooOld || isKnown] -> false`,
  ],
  "Such a field falls due with a start, which is looked at anyway.": [
    `wanted.ts: ... [fields.filter(({ isForCreation }) => !isForCreation)] -> fields`,
  ],
  "What ended at once ended before now.": [
    `wanted.ts: end ? [end.day < start.day] -> false`,
  ],
};
