import { days, hire, resumed, suspension, termination } from "./alphabets.ts";
import { keyOf, type Report } from "./explore.ts";
import { faultOfRest } from "./properties.ts";
import { answerTo, settle } from "./traps.ts";
import type { Outcome, Rules, Step, World } from "./world.ts";
import { moveOf, newWorld, nowMs, take } from "./world.ts";

/** Two employees who share a limit: one may lose access on a day. */
type Pair = {
  worlds: [World, World];
  /** The days on which each lost access without a release. */
  lost: [number[], number[]];
  did: string[];
};

const words = [
  termination(undefined, { terms: { disposition: "delete", graceDays: 0 } }),
  suspension(),
  resumed,
];
const outcomes: Outcome[] = ["made", "lost", "lost-undone", "refused"];
const passMs = 3_600_000;

/** Breadth first: each employee has so many words, releases, moves and days, and the limit answers for both. */
export function exploreLimit(length: number, rules: Rules): Report {
  const report: Report = { states: 0, transitions: 0, depth: 0, faults: [] };
  if (length === 0) return report;
  const employed = settle(
    take(
      take(newWorld(days.a), { do: "say", symbol: hire(days.a) }, rules)!,
      { do: "arrive", nth: 0 },
      rules,
    )!,
    rules,
  );
  let frontier: Pair[] = [
    { worlds: [employed, employed], lost: [[], []], did: [] },
  ];
  const seen = new Set<string>();
  while (frontier.length > 0 && report.faults.length < 5) {
    const next: Pair[] = [];
    for (const pair of frontier)
      for (const after of pairsAfter(pair, length, rules)) {
        report.transitions++;
        const key = after.worlds.map(keyOf).join() + JSON.stringify(after.lost);
        if (seen.has(key)) continue;
        seen.add(key);
        report.states++;
        const fault = faultOfPair(after, rules);
        if (fault !== undefined)
          report.faults.push({
            steps: [],
            text: `${fault} (${after.did.join("; ")})`,
          });
        else next.push(after);
      }
    frontier = next;
    report.depth++;
  }
  return report;
}

function faultOfPair({ worlds, lost }: Pair, rules: Rules): string | undefined {
  const [mine, others] = lost;
  if (mine.some((day) => others.includes(day)))
    return "limit: two employees lose access on one day";
  for (const world of worlds) {
    const fault = faultOfRest(settle(world, rules), rules);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function* pairsAfter(
  { worlds, lost, did }: Pair,
  length: number,
  rules: Rules,
): Generator<Pair> {
  const [one] = worlds;
  const day = one.day === days.a ? days.b : days.c;
  const later = worlds.map((world) => take(world, { do: "pass", day }, rules));
  if (later[0] && later[1])
    yield { worlds: [later[0], later[1]], lost, did: [...did, `day ${day}`] };
  for (const nth of [0, 1] as const) {
    const world = worlds[nth];
    const move = moveOf(world, rules);
    const isReleased = world.said.some(
      (word) => word.kind === "ruled" && word.ruling === "released",
    );
    for (const [name, steps] of stepsFrom(world, length, rules)) {
      let after: World | undefined = world;
      for (const step of steps) {
        const isAsked = move.do === "ask" && step.do === "move";
        const outcome = hasRoom(worlds[1 - nth]!, lost[1 - nth]!)
          ? "made"
          : "held";
        if (after)
          after = take(after, isAsked ? { ...step, outcome } : step, rules);
      }
      if (!after) continue;
      const hasLost =
        world.platform.is === "enabled" && after.platform.is !== "enabled";
      const days =
        hasLost && !isReleased ? [...lost[nth], world.day] : lost[nth];
      yield {
        worlds: nth === 0 ? [after, worlds[1]] : [worlds[0], after],
        lost: nth === 0 ? [days, lost[1]] : [lost[0], days],
        did: [...did, `${nth}: ${name}`],
      };
    }
  }
}

/** A pass is reserved for an hour, and counts from then on if access was lost. */
function hasRoom(other: World, lost: readonly number[]): boolean {
  const { answer, atMs = 0 } = other.limits.disable ?? {};
  const isReserved =
    answer === "pass" &&
    other.platform.is === "enabled" &&
    nowMs(other) < atMs + passMs;
  return !isReserved && !lost.includes(other.day);
}

function* stepsFrom(
  world: World,
  length: number,
  rules: Rules,
): Generator<[string, Step[]]> {
  if (world.count < length + 1)
    for (const symbol of words)
      yield [
        symbol.name,
        [
          { do: "say", symbol },
          { do: "arrive", nth: 0 },
        ],
      ];
  const move = moveOf(world, rules);
  const answer =
    move.do === "nothing" ? answerTo(move.because, world, rules) : undefined;
  if (answer) yield [answer.name, [{ do: "say", symbol: answer }]];
  if (move.do === "ask")
    yield [`ask ${move.limit}`, [{ do: "move", outcome: "made" }]];
  else
    for (const outcome of outcomes)
      yield [`${move.do} ${outcome}`, [{ do: "move", outcome }]];
}
