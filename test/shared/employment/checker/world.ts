import type {
  FieldTime,
  Timeline,
} from "../../../../shared/employment/timeline.ts";
import type {
  LimitAnswers,
  Move,
  SeenPerson,
  Wanted,
} from "../../../../shared/employment/move.ts";
import type {
  Settings,
  Statement,
  Verdict,
} from "../../../../shared/employment/statement.ts";
import type { Symbol } from "./alphabets.ts";
import { instant } from "./alphabets.ts";
import type { RuleFunctions } from "./rule-functions.ts";

/**
 * What one employee's history has come to. Nothing changes a world: each step makes another one. A statement is first
 * said, which puts it in flight, and arrives later.
 */
export type World = {
  day: number;
  /** How many statements have been said, with those in flight. */
  count: number;
  /** All statements that have arrived, for `right-access.ts`, which formulates the rules a second time. */
  said: readonly Statement[];
  /** The statements that were said and have not arrived. */
  inFlight: readonly Statement[];
  /** What the rules keep of the statements that have arrived. */
  kept: readonly Statement[];
  /** What the rules know of the person. */
  person: SeenPerson;
  /** What the platform really has. After a lost answer, the rules learn it only by looking. */
  platform: Platform;
  limits: LimitAnswers;
  /** Whether a deletion has ever begun: from then on, not everything can be taken back. */
  wasDeleted: boolean;
  /** The verdict of the statement that arrived in the last step, if one arrived. */
  last?: { id: string; verdict: Verdict } | undefined;
};

type Platform =
  | { is: "none" | "being-deleted" }
  | { is: "created"; fields: FieldTime[]; by: string }
  | { is: "enabled"; fields: FieldTime[] }
  | { is: "disabled"; fields: FieldTime[]; sinceMs: number; for: string };

/** One thing that happens. A history is a list of steps. */
export type Step =
  /** A statement is said, and is in flight. */
  | { do: "say"; symbol: Symbol }
  /** The nth of the statements in flight arrives. */
  | { do: "arrive"; nth: number }
  | { do: "pass"; day: number }
  | { do: "move"; outcome: Outcome };

/**
 * `lost`: the move took effect, and its answer is lost. `lost-undone`: the move took no effect, and its answer is lost.
 * `held`: a limit holds the move that asks it.
 */
export type Outcome = "made" | "lost" | "lost-undone" | "refused" | "held";

export type Rules = { functions: RuleFunctions; settings: Settings };

export function newWorld(day: number): World {
  return {
    day,
    count: 0,
    said: [],
    inFlight: [],
    kept: [],
    person: { is: "none" },
    platform: { is: "none" },
    limits: {},
    wasDeleted: false,
  };
}

export function nowMs(world: World): number {
  return instant(world.day, world.count);
}

/** What the kept statements come to, computed once for each list. */
export function timelineOfWorld(
  { kept }: World,
  { functions, settings }: Rules,
): Timeline {
  const known = timelineOfKept.get(kept);
  if (known?.functions === functions && known.settings === settings)
    return known.timeline;
  const timeline = functions.timelineOf(kept, settings);
  timelineOfKept.set(kept, { functions, settings, timeline });
  return timeline;
}

const timelineOfKept = new WeakMap<object, Rules & { timeline: Timeline }>();

/** A key of a list of statements. The id of a statement has its text and day; the marks are set when it arrives. */
export function textOf(statements: readonly Statement[]): string {
  let text = "";
  for (const one of statements) {
    text += `${one.id}${one.judged ? "!" : ""};`;
    if (one.kind === "ruled") text += `${one.about};`;
    else if ("metPerson" in one) text += "met;";
  }
  return text;
}

export function wantedOf(world: World, rules: Rules): Wanted {
  return rules.functions.wanted(timelineOfWorld(world, rules), nowMs(world));
}

export function moveOf(world: World, rules: Rules): Move {
  const known = moves.get(world);
  if (known?.functions === rules.functions) return known.move;
  const wanted = wantedOf(world, rules);
  const { person, limits } = world;
  const { functions } = rules;
  const move = functions.nextMove(wanted, person, limits, nowMs(world));
  moves.set(world, { functions, move });
  return move;
}

const moves = new WeakMap<World, { functions: RuleFunctions; move: Move }>();

/** @returns the world after the step, or `undefined` if the step is not possible in this world */
export function take(
  world: World,
  step: Step,
  rules: Rules,
): World | undefined {
  switch (step.do) {
    case "say": {
      // The id has the text and the day, so the ids of its statements are a key of a world.
      const id = `${world.count}.${step.symbol.name}@${world.day}`;
      const atMs = instant(world.day, world.count + 1);
      const timeline = () => timelineOfWorld(world, rules);
      const known = { said: world.said, timeline, atMs };
      const statement = step.symbol.say(id, atMs, known);
      if (!statement) return undefined;
      const after = { ...world, count: world.count + 1, last: undefined };
      // The ruling of an operator arrives at once.
      return statement.kind === "ruled"
        ? arrive(after, statement, rules)
        : { ...after, inFlight: [...world.inFlight, statement] };
    }
    case "arrive": {
      const statement = world.inFlight[step.nth];
      if (!statement) return undefined;
      const inFlight = world.inFlight.filter((one) => one !== statement);
      return arrive({ ...world, inFlight }, statement, rules);
    }
    case "pass":
      return step.day > world.day
        ? { ...world, day: step.day, last: undefined }
        : undefined;
    case "move":
      return carryOut(world, step.outcome, rules);
  }
}

function arrive(world: World, statement: Statement, rules: Rules): World {
  const { person, said } = world;
  const heard = rules.functions.say(world.kept, statement, {
    ...rules.settings,
    person,
    nowMs: nowMs(world),
  });
  const { verdict } = heard;
  // If the rules dropped nothing, this is also the timeline of what they keep.
  if (heard.statements.length > world.kept.length)
    timelineOfKept.set(heard.statements, {
      ...rules,
      timeline: heard.timeline,
    });
  const because = "because" in verdict ? verdict.because : undefined;
  // Undefined if the rules did not keep the statement, because it changes nothing.
  const kept = heard.statements.find(({ id }) => id === statement.id);
  const isJudged =
    because === "scope-missing" ||
    (because === "deletion-began" && world.wasDeleted);
  // A repetition of a question is judged like the statement that asked first.
  const of = verdict.is === "repeats" ? verdict.of : undefined;
  const asked = said.find(({ id }) => id === of)?.judged;
  const judged = kept?.judged ?? (isJudged ? because : asked);
  const met = asHeard(statement, person);
  return {
    ...world,
    said: [...said, judged ? { ...met, judged } : met],
    kept: heard.statements,
    last: { id: statement.id, verdict },
  };
}

/** The statement as the rules hear it: without the scope `offboard`, it matters whether a person existed then. */
function asHeard(statement: Statement, { is }: SeenPerson): Statement {
  if (statement.kind !== "hired" && statement.kind !== "adopted")
    return statement;
  if (statement.mayOffboard || is === "none" || is === "gone") return statement;
  return { ...statement, metPerson: true };
}

function carryOut(
  world: World,
  outcome: Outcome,
  rules: Rules,
): World | undefined {
  const move = moveOf(world, rules);
  const after = platformAfter(world, move);
  const atMs = nowMs(world);
  if (move.do === "ask") {
    if (outcome !== "made" && outcome !== "held") return undefined;
    const answer = outcome === "made" ? "pass" : "hold";
    const limits = { ...world.limits, [move.limit]: { answer, atMs } };
    return { ...world, limits, last: undefined };
  }
  if (outcome === "held" || !after) return undefined;
  const wasDeleted = world.wasDeleted || after.is === "being-deleted";
  const done = { ...world, platform: after, wasDeleted, last: undefined };
  switch (outcome) {
    case "refused":
      return { ...world, last: undefined };
    case "made":
      return move.do === "erase"
        ? { ...done, person: { is: "gone", holdsData: false } }
        : { ...done, person: afterAnswer(after, world) };
    case "lost":
    case "lost-undone": {
      const person = afterNoAnswer(world, move, rules);
      const now = outcome === "lost" ? done : { ...world, last: undefined };
      return person && { ...now, person };
    }
  }
}

/** What the rules know of the person after a write without an answer. Undefined: the move is no write. */
function afterNoAnswer(
  world: World,
  { do: of }: Move,
  rules: Rules,
): SeenPerson | undefined {
  if (of === "create" || of === "enable" || of === "disable")
    return { is: "unsure", of };
  const { because = "" } = wantedOf(world, rules);
  return of === "delete" ? { is: "unsure", of, because } : undefined;
}

/** What the platform has after a move. Undefined: the move is a question, a wait or nothing. */
function platformAfter(world: World, move: Move): Platform | undefined {
  const { platform } = world;
  const fields = "fields" in platform ? platform.fields : [];
  switch (move.do) {
    case "create":
      return move.before === undefined
        ? { is: "enabled", fields: move.fields }
        : { is: "created", fields: move.fields, by: move.before };
    case "change":
      return "fields" in platform
        ? { ...platform, fields: withChanges(fields, move.fields) }
        : platform;
    case "enable":
      return { is: "enabled", fields };
    case "disable":
      return { is: "disabled", fields, sinceMs: nowMs(world), for: move.for };
    // The second request for a deletion finds that it is done.
    case "delete":
      return { is: platform.is === "being-deleted" ? "none" : "being-deleted" };
    case "confirm":
    case "erase":
      return platform;
    case "ask":
    case "wait":
    case "nothing":
      return undefined;
  }
}

function withChanges(fields: FieldTime[], changed: FieldTime[]): FieldTime[] {
  const isUnchanged = (one: FieldTime) =>
    changed.every(({ field }) => field !== one.field);
  return [...fields.filter(isUnchanged), ...changed];
}

/** What the rules know of the person after a move with an answer. */
function afterAnswer(platform: Platform, { person }: World): SeenPerson {
  if (platform.is !== "none") return platform;
  const wasDeleted =
    person.is === "being-deleted" ||
    (person.is === "unsure" && person.of === "delete");
  return wasDeleted ? { is: "gone", holdsData: true } : { is: "none" };
}
