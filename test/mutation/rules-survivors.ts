/** The mutants of the rules that survive `npm run test:mutation:rules`, by the reason why nobody can see the change. */
export const survivors: Record<string, string[]> = {
  "The name of a matter is only compared with the others.": [
    `employments.ts: if (kind === "changed") return ["fields"] -> ""`,
    `employments.ts: return isSuspension ? ["suspension"] -> ""`,
    `employments.ts: return isSuspension ? "suspension" : ["employment"] -> ""`,
  ],
  "It takes the place of the id in a text that is only compared with others.": [
    `merge.ts: ? JSON.stringify([verdict.of, { ...one, id: [""] -> "Stryker was here!"`,
  ],
  "A termination is read only when there is an employment.": [
    `terminate.ts: const end = [newest[0]?.end] -> newest[0].end`,
  ],
  "An adoption names no start.": [
    `terminate.ts: const isStartNamed = [startBy.kind === "hired"] -> true`,
  ],
  "Only a person who may be deleted has a termination in it.": [
    `next-move.ts: const about = [person.of === "delete"] -> true`,
  ],
  "The two days are known to differ there.": [
    `next-move.ts: return old === undefined || [old.day < entry.day] -> old.day <= entry.day`,
  ],
  "Of a person who never was there, no data is kept.": [
    `next-move.ts: if ( [person.is === "gone"] -> true`,
  ],
  "Who is not disabled has no time of it, and no instant is compared with NaN.":
    [
      `wanted.ts: if (now.is === "deleted" && [person.is === "disabled"] -> true`,
    ],
};
