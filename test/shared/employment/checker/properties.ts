import type { Wanted } from "../../../../shared/employment/move.ts";
import { days, instant } from "./alphabets.ts";
import type { Statement } from "../../../../shared/employment/statement.ts";
import { type Access, rightAccess } from "./right-access.ts";
import type { Rules, Step, World } from "./world.ts";
import {
  timelineOfWorld,
  moveOf,
  nowMs,
  take,
  textOf,
  wantedOf,
} from "./world.ts";

const dayMs = 86_400_000;

/** From every state, this many moves that succeed lead to a state with nothing to do. */
const maxMoves = 8;

/** A pass of a limit is good for an hour. */
const passMs = 3_600_000;

/** The instants at which access is compared: the days of the alphabet, and those on which a last day is over. */
const instants = [...Object.values(days), days.b + 1, days.d + 1]
  .sort((one, other) => one - other)
  .map((day) => instant(day, 30));

/** @returns which property does not hold after the step, and what differs */
export function faultOf(
  before: World,
  step: Step,
  after: World,
  rules: Rules,
): string | undefined {
  switch (step.do) {
    case "say":
      return after.last && faultOfWord(before, after, rules);
    case "arrive":
      return faultOfWord(before, after, rules);
    case "move":
      return faultOfMove(before, after, rules);
    case "pass":
      return undefined;
  }
}

function rightAt({ said }: World): (nowMs: number) => Access {
  return readingOf(said).accessAt;
}

function startAfter(world: World): number | undefined {
  return readingOf(world.said).startAfter(nowMs(world));
}

/** Whether a start is so near that its person must exist. */
function isNear(world: World, rules: Rules): boolean {
  const start = startAfter(world) ?? Infinity;
  const { createDaysBefore = 0 } = rules.settings;
  return start - createDaysBefore * dayMs <= nowMs(world);
}

/** The second formulation reads each list of statements once. */
function readingOf(said: readonly Statement[]): Reading {
  const reading = readings.get(said) ?? rightAccess(said);
  readings.set(said, reading);
  return reading;
}

type Reading = ReturnType<typeof rightAccess>;
const readings = new WeakMap<object, Reading>();

/** How many worlds are remembered as compared. */
const maxLooked = 50_000;

/** Compares the access, if it was not compared for the same words before. */
function faultOfAccess(world: World, rules: Rules): string | undefined {
  const { day, count, kept } = world;
  const said = world.said.toSorted((one, other) => one.atMs - other.atMs);
  const text = `${day};${count};${textOf(kept)};${textOf(said)}`;
  const known = looked.get(rules);
  if (known?.has(text)) return undefined;
  const fault = lookAtAccess(world, rules);
  if (fault !== undefined) return fault;
  if (known === undefined || known.size > maxLooked)
    looked.set(rules, new Set([text]));
  else known.add(text);
  return undefined;
}

const looked = new WeakMap<Rules, Set<string>>();

/** Compares what the core wants, from now on, with what the second formulation says is right. */
export function lookAtAccess(world: World, rules: Rules): string | undefined {
  const right = rightAt(world);
  const timeline = timelineOfWorld(world, rules);
  let earlier: { atMs: number; wanted: Wanted } | undefined;
  for (const atMs of [nowMs(world), ...instants]) {
    if (atMs < nowMs(world)) continue;
    const wanted = rules.core.wanted(timeline, atMs);
    const access = right(atMs);
    if (!agrees(access, wanted))
      return `right access: on day ${dayOf(atMs)} ${textOfAccess(access)} is right, the core wants ${wanted.is}`;
    const lookAgainMs = earlier?.wanted.lookAgainMs ?? Infinity;
    if (earlier && earlier.wanted.is !== wanted.is)
      if (lookAgainMs <= earlier.atMs || lookAgainMs > atMs)
        return `look again: what is wanted changes by day ${dayOf(atMs)}, and nothing looks again by then`;
    earlier = { atMs, wanted };
  }
  return undefined;
}

function faultOfWord(
  before: World,
  after: World,
  rules: Rules,
): string | undefined {
  const { core, settings } = rules;
  const { last, kept, said } = after;
  if (!last) return undefined;
  const fault = faultOfAccess(after, rules);
  if (fault !== undefined) return fault;

  const word = said.at(-1)!;
  const { is } = last.verdict;
  const isRefused =
    "because" in last.verdict && last.verdict.because === "scope-missing";
  const lacks = lacksRight(before, word);
  if (lacks && (is === "in-force" || is === "scheduled"))
    return `rights: a caller without the right changes something`;
  if (isRefused && !lacks) return `rights: refused, and the caller may say it`;

  const isWhole = kept.length === said.length;
  const whole = isWhole
    ? timelineOfWorld(after, rules)
    : core.timelineOf(said, settings);
  const verdict = whole.verdicts.get(last.id);
  if (verdict && verdict.is !== is)
    return `dropping: the verdict is ${is}, and ${verdict.is} if nothing is merged or dropped`;

  // If all words are kept, the core knows the word by its id. Short histories are enough to see that.
  if (isWhole && said.length > 2) return undefined;
  // A word that arrives late was repeated in a shorter history.
  if (said.some(({ atMs }) => atMs > word.atMs)) return undefined;
  const again = core.say(kept, word, {
    ...settings,
    person: after.person,
    nowMs: nowMs(after),
  });
  if (textOf(again.statements) !== textOf(kept))
    return `repetition: the same word again changes what is kept`;
  return undefined;
}

/** Whether the word needs the scope `offboard`, and its caller lacks the scope. */
function lacksRight(
  { said }: World,
  { judged: _, ...word }: Statement,
): boolean {
  if (word.kind !== "hired" || word.mayOffboard) return false;
  const { refused } = readingOf([...said, word as Statement]);
  return refused.has(word.id);
}

function faultOfMove(
  before: World,
  after: World,
  rules: Rules,
): string | undefined {
  if (after.platform === before.platform) return undefined;
  const access = rightAt(before)(nowMs(before));
  const { limits } = before;
  const from = before.platform;
  switch (after.platform.is) {
    case "enabled":
      if (from.is !== "enabled" && access.is !== "enabled")
        return `access: given, and ${textOfAccess(access)} is right`;
      break;
    case "created":
      if (from.is !== "created" && !isNear(before, rules))
        return "before the start: created, and no start is near";
      break;
    case "disabled":
      if (from.is !== "disabled" && access.is === "enabled")
        return `access: taken, and ${textOfAccess(access)} is right`;
      break;
    case "being-deleted": {
      if (from.is === "created") {
        const start = startAfter(before);
        const isKept =
          access.is === "ended" && access.terms.disposition === "disable";
        if (start !== undefined || isKept || access.is === "enabled")
          return "before the start: who is to come, or is kept, is deleted";
        break;
      }
      if (access.is !== "ended" || access.terms.disposition !== "delete")
        return `deletion: begun, and ${textOfAccess(access)} is right`;
      if (from.is === "enabled") return `deletion: of a person with access`;
      const graceMs = access.terms.graceDays * dayMs;
      if (from.is === "disabled" && nowMs(before) < from.sinceMs + graceMs)
        return `deletion: before the grace period is over`;
      break;
    }
    case "none":
  }
  const limit = after.platform.is === "being-deleted" ? "delete" : "disable";
  const isLimited =
    after.platform.is === "being-deleted" ||
    (after.platform.is === "disabled" &&
      from.is === "enabled" &&
      access.is === "ended");
  const isReleased = before.said.some(
    (one) => one.kind === "ruled" && one.ruling === "released",
  );
  const { answer, atMs } = limits[limit] ?? {};
  if (
    isLimited &&
    !isReleased &&
    (answer !== "pass" || nowMs(before) - atMs! > passMs)
  )
    return `limits: ${limit} without a pass of the last hour`;
  return undefined;
}

/** Follows the moves of a world until there is nothing to do, and looks at where that ends. */
export function faultOfRest(world: World, rules: Rules): string | undefined {
  const end = settle(world, rules);
  if (typeof end === "string") return end;
  const move = moveOf(end, rules);
  const access = rightAt(end)(nowMs(end));
  if (move.do === "wait" && move.untilMs <= nowMs(end))
    return `rest: waits for an instant that is past`;
  if (move.do === "nothing" && move.because) return undefined;
  const { lookAgainMs = Infinity } = wantedOf(end, rules);
  if ((move.do === "wait" ? move.untilMs : Infinity) > lookAgainMs)
    return `rest: something changes before anything looks again`;
  const isHeld = Object.values(end.limits).some((one) => one.answer === "hold");
  if (move.do === "wait" && isHeld) return undefined;
  const isAbsent = end.platform.is === "none";
  if (isAbsent && isNear(end, rules))
    return `before the start: the start is near, and nobody is created`;
  const start = startAfter(end);
  if (end.platform.is === "created" && start === undefined)
    if (access.is === "absent")
      return `before the start: nothing deletes the person`;
  const isEnabled = end.platform.is === "enabled";
  if (isEnabled && access.is !== "enabled")
    return `rest: the person has access, and ${textOfAccess(access)} is right`;
  if (!isEnabled && access.is === "enabled" && !world.wasDeleted)
    return `rest: the person has no access, and enabled is right`;
  if (world.wasDeleted || access.is !== "ended") return undefined;
  const mustGo = access.terms.disposition === "delete";
  if (end.platform.is === "being-deleted" && !mustGo)
    return `rest: the person is being deleted, and is to be kept`;
  if (end.platform.is === "created" && mustGo && start === undefined)
    return `before the start: nothing deletes the person`;
  if (end.platform.is === "disabled" && mustGo && move.do !== "wait")
    return `rest: nothing deletes the person`;
  return undefined;
}

/** @returns the world after all moves that succeed, or which property does not hold on the way */
function settle(world: World, rules: Rules): World | string {
  let now = world;
  for (let moves = 0; moves <= maxMoves; moves++) {
    const step: Step = { do: "move", outcome: "made" };
    const next = take(now, step, rules);
    if (!next) return now;
    const fault = faultOfMove(now, next, rules);
    if (fault) return fault;
    now = next;
  }
  return `fixed point: ${maxMoves} moves, and still one to do: ${moveOf(now, rules).do}`;
}

function agrees(access: Access, wanted: Wanted): boolean {
  switch (access.is) {
    case "absent":
      return wanted.is === "absent";
    case "enabled":
      return wanted.is === "enabled";
    case "suspended":
      return wanted.is === "disabled";
    case "ended":
      return access.terms.disposition === "delete"
        ? wanted.is === "deleted" && wanted.graceDays === access.terms.graceDays
        : wanted.is === "disabled";
  }
}

function dayOf(atMs: number): string {
  const day = Math.floor(atMs / dayMs);
  const known = Object.entries(days).find(([, one]) => one === day);
  return known?.[0] ?? (day === days.b + 1 ? "b+1" : "d+1");
}

function textOfAccess(access: Access): string {
  return access.is === "ended"
    ? `ended (${access.terms.disposition} after ${access.terms.graceDays} days)`
    : access.is;
}
