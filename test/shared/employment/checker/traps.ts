import type { Limit } from "../../../../shared/employment/statement.ts";
import { type Symbol, symbolOf } from "./alphabets.ts";
import type { Rules, World } from "./world.ts";
import { timelineOfWorld, moveOf, take, wantedOf } from "./world.ts";

/** After at most so many moves and answers of an operator, the person is as the last statement wants. */
const maxMoves = 20;

const limits: Record<string, Limit> = {
  "disable-limit": "disable",
  "deletion-limit": "delete",
};

/**
 * A trap is a world from which HR and operators cannot reach a state that can be wanted. Tries to lead the world to
 * access, and from there to a disabled person, to a person who is gone, and back to access.
 *
 * @returns which state cannot be reached
 */
export function faultOfTrap(world: World, rules: Rules): string | undefined {
  const enabled = giveAccess(world, rules);
  if (!enabled) return "trap: nothing that HR says gives access";
  const disabled = say(enabled, [symbolOf("suspended")], rules);
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

const atOnce = symbolOf("terminated, grace 0");
const resumed = symbolOf("resumed");

/** @returns the world after the first of some lists of statements that gives access until the next day at least */
function giveAccess(world: World, rules: Rules): World | undefined {
  const { day } = world;
  const attempts: Said[][] = [
    [],
    [resumed],
    [symbolOf("cancelled"), resumed],
    [symbolOf(`hired from ${day + 1}`), "next day", resumed],
    // If that start is known, the hire was a repetition. Another start, after a termination, is none.
    [
      atOnce,
      symbolOf(`hired from ${day + 2}`),
      "next day",
      "next day",
      resumed,
    ],
  ];
  for (const attempt of attempts) {
    const after = say(world, attempt, rules);
    // A limit can hold a disabling, so that a person has access whose employment has not begun.
    const isLasting = [after, say(after, ["next day"], rules)].every(
      (one) =>
        one.platform.is === "enabled" && wantedOf(one, rules).is === "enabled",
    );
    if (isLasting) return after;
  }
  return undefined;
}

type Said = Symbol | "next day";

/** Says statements, which arrive at once, and makes all moves at the end. */
function say(world: World, said: Said[], rules: Rules): World {
  let now = world;
  for (const one of said)
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
