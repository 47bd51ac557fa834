import type { Limit } from "../../../../shared/employment/statement.ts";
import { type Symbol, word } from "./alphabets.ts";
import type { Rules, World } from "./world.ts";
import { timelineOfWorld, moveOf, take, wantedOf } from "./world.ts";

/** After so many moves and releases, the person is as the last word wants. */
const maxMoves = 20;

const limits: Record<string, Limit> = {
  "disable-limit": "disable",
  "deletion-limit": "delete",
};

/**
 * Whether HR and operators can lead a world to each state that can be wanted: from everywhere to access, and from there
 * to a disabled person, to a person who is gone, and back to access.
 */
export function faultOfTrap(world: World, rules: Rules): string | undefined {
  const enabled = giveAccess(world, rules);
  if (!enabled) return "trap: nothing that HR says gives access";
  const disabled = say(enabled, [word("suspended")], rules);
  if (disabled.platform.is !== "disabled")
    return "trap: a suspension disables nobody";
  if (say(disabled, [resumed], rules).platform.is !== "enabled")
    return "trap: a resumption enables nobody";
  const gone = say(enabled, [atOnce], rules);
  if (gone.platform.is !== "none" || gone.person.is !== "gone")
    return "trap: a termination deletes nobody";
  if (!giveAccess(gone, rules)) return "trap: nobody comes back";
  return undefined;
}

const atOnce = word("terminated, grace 0");
const resumed = word("resumed");

/** @returns the world after the first words that give access, which lasts until the next day at least */
function giveAccess(world: World, rules: Rules): World | undefined {
  const { day } = world;
  const words: Said[][] = [
    [],
    [resumed],
    [word("cancelled"), resumed],
    // A start that is known is a repetition.
    [word(`hired from ${day + 1}`), "next day", resumed],
    [atOnce, word(`hired from ${day + 2}`), "next day", "next day", resumed],
  ];
  for (const some of words) {
    const after = say(world, some, rules);
    // A limit can hold the access of a person whose employment has not begun.
    const isLasting = [after, say(after, ["next day"], rules)].every(
      (one) =>
        one.platform.is === "enabled" && wantedOf(one, rules).is === "enabled",
    );
    if (isLasting) return after;
  }
  return undefined;
}

type Said = Symbol | "next day";

function say(world: World, words: Said[], rules: Rules): World {
  let now = world;
  for (const one of words)
    if (one === "next day")
      now = take(now, { do: "pass", day: now.day + 1 }, rules) ?? now;
    else {
      now = take(now, { do: "say", symbol: one }, rules) ?? now;
      const nth = now.inFlight.length - 1;
      now = take(now, { do: "arrive", nth }, rules) ?? now;
    }
  return settle(now, rules);
}

/** Makes all moves. An operator answers each question. */
function settle(world: World, rules: Rules): World {
  let now = world;
  for (let moves = 0; moves < maxMoves; moves++) {
    const move = moveOf(now, rules);
    const answer =
      move.do === "nothing" ? answerTo(move.because, now, rules) : undefined;
    const next = take(
      now,
      answer ? { do: "say", symbol: answer } : { do: "move", outcome: "made" },
      rules,
    );
    if (!next) return now;
    now = next;
  }
  return now;
}

/** What an operator says about a statement that a limit holds, or that needs a decision. */
function answerTo(
  because: string | undefined,
  world: World,
  rules: Rules,
): Symbol | undefined {
  const limit = limits[because ?? ""];
  const { employments } = timelineOfWorld(world, rules);
  const asked = employments.find(({ undecided }) => undecided)?.undecided?.id;
  const about = limit ? wantedOf(world, rules).because : asked;
  if (because === undefined || about === undefined) return undefined;
  return {
    name: limit ? `released ${limit}` : "is-an-earlier-one",
    say: (id, atMs) => ({
      id,
      atMs,
      ownDay: world.day,
      kind: "ruled",
      about,
      ...(limit
        ? { ruling: "released", limit }
        : { ruling: "is-an-earlier-one" }),
    }),
  };
}
