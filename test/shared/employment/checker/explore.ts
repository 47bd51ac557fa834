import { days } from "./alphabets.ts";
import type { Symbol } from "./alphabets.ts";
import { faultOf, faultOfRest } from "./properties.ts";
import type { Fault } from "./shrink.ts";
import { faultOfTrap } from "./traps.ts";
import type { Outcome, Rules, Step, World } from "./world.ts";
import { newWorld, take, textOf } from "./world.ts";

export type Counts = { states: number; transitions: number; depth: number };
export type Report = Counts & { faults: Fault[] };

type Options = {
  alphabet: readonly Symbol[];
  /** How many statements a history has at most. */
  length: number;
  /** Whether each earlier statement also arrives last. */
  hasLate?: boolean;
  /** Whether traps (`traps.ts`) are looked for. @default true */
  looksForTraps?: boolean;
  /** Explores only the part `index` of the histories: the first statement decides in which of the parts one is. */
  part?: { index: number; of: number };
};

/** A world, and the last step that led to it. */
type Node<State = { world: World }> = State & {
  step?: Step;
  from?: Node<State>;
};

const allDays = Object.values(days);
/** On the last day, nothing is said any more. */
const daysOfStatements = allDays.slice(0, -1);
const outcomes: Outcome[] = ["made", "lost", "lost-undone", "refused", "held"];
const maxFaults = 20;

/**
 * Explores each history of statements without moves in between: each statement on each day, arriving in its order, and
 * with `hasLate` also each earlier statement arriving last. Shorter histories are explored, too.
 */
export function exploreOrders(
  { alphabet, length, hasLate, part }: Options,
  rules: Rules,
): Report {
  const report: Report = { states: 0, transitions: 0, depth: 0, faults: [] };
  let firsts = 0;

  function follow(node: Node, ...steps: Step[]): Node | undefined {
    let now = node;
    for (const step of steps) {
      const world = take(now.world, step, rules);
      if (!world) return undefined;
      report.transitions++;
      // While a statement is in flight, the world is that of a shorter history, which is explored itself.
      const text =
        world.inFlight.length === 0
          ? faultOf(now.world, step, world, rules)
          : undefined;
      now = { world, step, from: now };
      if (text !== undefined) report.faults.push({ steps: stepsOf(now), text });
    }
    return now;
  }

  /** @param without - the same history, each time with another statement still in flight */
  function visit(node: Node, without: Node[], depth: number): void {
    report.states++;
    report.depth = Math.max(report.depth, depth);
    for (const late of without) follow(late, { do: "arrive", nth: 0 });
    if (depth === length || report.faults.length >= maxFaults) return;
    for (const day of daysOfStatements)
      for (const symbol of alphabet) {
        if (day < node.world.day) continue;
        if (depth === 0 && part && firsts++ % part.of !== part.index) continue;
        const next = sayAndArrive(node, day, symbol);
        const others = hasLate ? withoutOne(node, without, day, symbol) : [];
        if (next) visit(next, others, depth + 1);
      }
  }

  function withoutOne(
    node: Node,
    without: Node[],
    day: number,
    symbol: Symbol,
  ) {
    const others = without.map((one) => sayAndArrive(one, day, symbol));
    return [...others, say(node, day, symbol)].filter(
      (one) => one !== undefined && one.world.inFlight.length > 0,
    ) as Node[];
  }

  function say(node: Node, day: number, symbol: Symbol) {
    const pass: Step[] = day > node.world.day ? [{ do: "pass", day }] : [];
    return follow(node, ...pass, { do: "say", symbol });
  }

  function sayAndArrive(node: Node, day: number, symbol: Symbol) {
    const said = say(node, day, symbol);
    if (!said) return undefined;
    const count = said.world.inFlight.length;
    // A ruling has arrived at once.
    const hasArrived = count === node.world.inFlight.length;
    return hasArrived ? said : follow(said, { do: "arrive", nth: count - 1 });
  }

  visit({ world: newWorld(days.a) }, [], 0);
  return report;
}

/** Explores all distinct worlds: statements that arrive in any order, days that pass, moves with each outcome. */
export function exploreMoves(
  { looksForTraps = true, ...options }: Options,
  rules: Rules,
): Report {
  /** The keys of the worlds in which no trap was found. */
  const free = looksForTraps ? new Set<string>() : undefined;
  return breadthFirst(
    { world: newWorld(days.a) },
    {
      ...options,
      take({ world }, step) {
        const after = take(world, step, rules);
        return after && { world: after };
      },
      keyOf: ({ world }) => keyOf(world),
      faultOf: (before, step, { world }) =>
        faultOf(before.world, step, world, rules),
      faultOfNew: ({ world }, step) => faultOfNew(world, step, rules, free),
    },
  );
}

type Walk<State> = Pick<Options, "alphabet" | "length" | "part"> & {
  take: (before: State, step: Step) => State | undefined;
  /** States with one key have one future. */
  keyOf: (state: State) => string;
  faultOf?: (before: State, step: Step, after: State) => string | undefined;
  /** What is wrong with a state that was not met before. */
  faultOfNew: (state: State, step: Step) => string | undefined;
};

/** Explores the steps from each distinct state, breadth first. A state with a fault is explored no further. */
export function breadthFirst<State extends { world: World }>(
  start: State,
  walk: Walk<State>,
): Report {
  const { alphabet, length, part } = walk;
  const report: Report = { states: 0, transitions: 0, depth: 0, faults: [] };
  const seen = new Set([walk.keyOf(start)]);
  let frontier: Node<State>[] = [start];
  let firsts = 0;
  while (frontier.length > 0 && report.faults.length < maxFaults) {
    const next: Node<State>[] = [];
    for (const node of frontier)
      for (const step of stepsFrom(node.world, alphabet, length)) {
        const isFirst = step.do === "say" && node.world.count === 0;
        if (isFirst && part && firsts++ % part.of !== part.index) continue;
        const state = walk.take(node, step);
        if (!state) continue;
        report.transitions++;
        const reached: Node<State> = { ...state, step, from: node };
        const text = walk.faultOf?.(node, step, state);
        if (text !== undefined)
          report.faults.push({ steps: stepsOf(reached), text });
        const key = walk.keyOf(state);
        if (seen.has(key)) continue;
        seen.add(key);
        const rest = walk.faultOfNew(state, step);
        if (rest !== undefined)
          report.faults.push({ steps: stepsOf(reached), text: rest });
        report.states++;
        if (text === undefined && rest === undefined) next.push(reached);
        if (report.faults.length >= maxFaults) return report;
      }
    frontier = next;
    report.depth++;
  }
  return report;
}

/**
 * What is wrong where the moves of a new world lead. After a move that was made, this was looked at before the move. A
 * trap is looked for only if no statement is in flight and no move is to make: each other world leads to such a world.
 */
function faultOfNew(
  world: World,
  step: Step,
  rules: Rules,
  free: Set<string> | undefined,
): string | undefined {
  const isLookedAt = step.do === "move" && step.outcome === "made";
  const rest = isLookedAt ? undefined : faultOfRest(world, rules);
  if (rest !== undefined || !free || world.inFlight.length > 0) return rest;
  if (take(world, { do: "move", outcome: "made" }, rules)) return undefined;
  const { day, kept, person, platform } = world;
  const key = JSON.stringify([day, textOf(kept), person, platform]);
  if (free.has(key)) return undefined;
  free.add(key);
  return faultOfTrap(world, rules);
}

function* stepsFrom(
  world: World,
  alphabet: readonly Symbol[],
  length: number,
): Generator<Step> {
  if (world.count < length && daysOfStatements.includes(world.day))
    for (const symbol of alphabet) yield { do: "say", symbol };
  for (let nth = 0; nth < world.inFlight.length; nth++)
    yield { do: "arrive", nth };
  const day = allDays.find((one) => one > world.day);
  if (day !== undefined) yield { do: "pass", day };
  for (const outcome of outcomes) yield { do: "move", outcome };
}

/** Worlds with one key have one future: the id of a statement has its text and its day. */
export function keyOf(world: World): string {
  const ids = world.said
    .map((one) => ("judged" in one ? `${one.id}!` : one.id))
    .sort();
  return JSON.stringify([
    world.day,
    ids,
    world.inFlight.map(({ id }) => id),
    world.kept.map(({ id }) => id).sort(),
    world.person,
    world.platform,
    world.limits,
    world.wasDeleted,
  ]);
}

function stepsOf(node: Pick<Node<object>, "step" | "from">): Step[] {
  const steps: Step[] = [];
  for (let at: typeof node | undefined = node; at?.step; at = at.from)
    steps.unshift(at.step);
  return steps;
}
