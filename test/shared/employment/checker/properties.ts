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

/** From every state, at most this many moves that succeed lead to a state with nothing to do. */
const maxMoves = 8;

/** A pass of a limit is good for an hour. */
const passMs = 3_600_000;

/** A number above that of each statement: its instant is later than all that is said on the day. */
const afterStatements = 30;

/** The instants at which access is compared: the days of the alphabet, and those on which a last day is over. */
const instants = [...Object.values(days), days.b + 1, days.d + 1]
  .sort((one, other) => one - other)
  .map((day) => instant(day, afterStatements));

/** @returns which property does not hold after the step, and what differs */
export function faultOf(
  before: World,
  step: Step,
  after: World,
  rules: Rules,
): string | undefined {
  switch (step.do) {
    case "say":
    case "arrive":
      return faultOfArrival(before, after, rules);
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

/** The second formulation (the rules, written once more in `right-access.ts`) reads each list of statements once. */
function readingOf(said: readonly Statement[]): Reading {
  const reading = readings.get(said) ?? rightAccess(said);
  readings.set(said, reading);
  return reading;
}

type Reading = ReturnType<typeof rightAccess>;
const readings = new WeakMap<object, Reading>();

/** The size at which the memory of the compared worlds is emptied. */
const maxCompared = 50_000;

/** Compares the access once for the same statements on a day. Only worlds without a fault are remembered. */
function faultOfNewAccess(world: World, rules: Rules): string | undefined {
  const { day, count, kept } = world;
  const said = world.said.toSorted((one, other) => one.atMs - other.atMs);
  const key = `${day};${count};${textOf(kept)};${textOf(said)}`;
  const known = compared.get(rules);
  if (known?.has(key)) return undefined;
  const fault = faultOfAccess(world, rules);
  if (fault !== undefined) return fault;
  if (known === undefined || known.size > maxCompared)
    compared.set(rules, new Set([key]));
  else known.add(key);
  return undefined;
}

const compared = new WeakMap<Rules, Set<string>>();

/** Compares what the rules want, from now on, with what the second formulation says is right. */
export function faultOfAccess(world: World, rules: Rules): string | undefined {
  const right = rightAt(world);
  const timeline = timelineOfWorld(world, rules);
  let earlier: { atMs: number; wanted: Wanted } | undefined;
  for (const atMs of [nowMs(world), ...instants]) {
    if (atMs < nowMs(world)) continue;
    const wanted = rules.functions.wanted(timeline, atMs);
    const access = right(atMs);
    if (!agrees(access, wanted))
      return `right access: on day ${dayOf(atMs)} ${textOfAccess(access)} is right, the rules want ${wanted.is}`;
    const lookAgainMs = earlier?.wanted.lookAgainMs ?? Infinity;
    // The look must lie after the earlier instant, and not after the change.
    if (earlier && earlier.wanted.is !== wanted.is)
      if (lookAgainMs <= earlier.atMs || lookAgainMs > atMs)
        return `look again: what is wanted changes by day ${dayOf(atMs)}, and nothing looks again by then`;
    earlier = { atMs, wanted };
  }
  return undefined;
}

/** The fault of the statement that arrived last. If no statement arrived in the step, there is none. */
function faultOfArrival(
  before: World,
  after: World,
  rules: Rules,
): string | undefined {
  const { functions, settings } = rules;
  const { last, kept, said } = after;
  if (!last) return undefined;
  const fault = faultOfNewAccess(after, rules);
  if (fault !== undefined) return fault;

  const statement = said.at(-1)!;
  const { is } = last.verdict;
  const isRefused =
    "because" in last.verdict && last.verdict.because === "scope-missing";
  const lacks = lacksRight(before, statement);
  if (lacks && (is === "in-force" || is === "scheduled"))
    return `rights: a caller without the right changes something`;
  if (isRefused && !lacks) return `rights: refused, and the caller may say it`;

  const isAllKept = kept.length === said.length;
  const timelineOfAll = isAllKept
    ? timelineOfWorld(after, rules)
    : functions.timelineOf(said, settings);
  const verdict = timelineOfAll.verdicts.get(last.id);
  if (verdict && verdict.is !== is)
    return `dropping: the verdict is ${is}, and ${verdict.is} if nothing is merged or dropped`;

  // If all are kept, the rules know the repetition by its id. To save time, only short histories are checked for that.
  if (isAllKept && said.length > 2) return undefined;
  // A late statement is repeated in the history in which the same statements arrive in their order.
  if (said.some(({ atMs }) => atMs > statement.atMs)) return undefined;
  const again = functions.say(kept, statement, {
    ...settings,
    person: after.person,
    nowMs: nowMs(after),
  });
  if (textOf(again.statements) !== textOf(kept))
    return `repetition: the same statement again changes what is kept`;
  return undefined;
}

/** Whether the hire needs the scope `offboard`, and its caller lacks it. */
function lacksRight({ said }: World, statement: Statement): boolean {
  if (statement.kind !== "hired" || statement.mayOffboard) return false;
  // The second formulation leaves out a judged statement, and must read this one.
  const { judged: _, ...unjudged } = statement;
  const { refused } = readingOf([...said, unjudged]);
  return refused.has(statement.id);
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
          return "before the start: a person who is to start, or to be kept, is deleted";
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
  // To keep this simple, a release of any statement counts as one from this limit.
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
  // A person must decide first, so nothing else can be required.
  if (move.do === "nothing" && move.because) return undefined;
  const { lookAgainMs = Infinity } = wantedOf(end, rules);
  if ((move.do === "wait" ? move.untilMs : Infinity) > lookAgainMs)
    return `rest: something changes before anything looks again`;
  const isAbsent = end.platform.is === "none";
  if (isAbsent && isNear(end, rules))
    return `before the start: the start is near, and nobody is created`;
  const start = startAfter(end);
  const mustGo = access.is === "ended" && access.terms.disposition === "delete";
  if (end.platform.is === "created" && start === undefined)
    if (access.is === "absent" || mustGo)
      return `before the start: nothing deletes the person`;
  const isEnabled = end.platform.is === "enabled";
  if (isEnabled && access.is !== "enabled")
    return `rest: the person has access, and ${textOfAccess(access)} is right`;
  if (!isEnabled && access.is === "enabled" && !world.wasDeleted)
    return `rest: the person has no access, and enabled is right`;
  if (world.wasDeleted || access.is !== "ended") return undefined;
  if (end.platform.is === "being-deleted" && !mustGo)
    return `rest: the person is being deleted, and is to be kept`;
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
