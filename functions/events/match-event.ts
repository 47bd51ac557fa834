import * as z from "zod/mini";
import { outdatedFields } from "../../shared/employment/employments.ts";
import type { EventType } from "../../shared/event-types.ts";
import { isSameUsername } from "../../shared/person/is-same-username.ts";
import {
  type LimitName,
  limitsByName,
  type LimitUsage,
} from "../../shared/store/daily-limits.ts";
import {
  changeableStates,
  employedStates,
  type Employee,
  namesOf,
} from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import type { ValidEvent } from "../../shared/webhook/validate-event.ts";
import type { EventsSettings } from "./config.ts";
import type { EventPreview, PreviewVerdict } from "./contract.ts";
import { readStatements, type SaidReader } from "./read-statements.ts";
import { wordOfEvent } from "../../shared/person/word-of-event.ts";
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

export type MatchDependencies = {
  store: Pick<Store, "employees" | "operations" | "payloads" | "dailyLimits">;
  settings: EventsSettings;
  nowMs: () => number;
};

type Match = NonNullable<EventPreview["match"]>;

export function createUsageReader({
  store,
  settings,
}: Pick<MatchDependencies, "store" | "settings">): UsageOf {
  const limits = limitsByName(settings);
  const usages = new Map<LimitName, Promise<LimitUsage>>();
  return (name) => {
    const usage =
      usages.get(name) ?? store.dailyLimits.usage(name, limits[name]);
    usages.set(name, usage);
    return usage;
  };
}

const dispositionSchema = z.object({ disposition: z.optional(z.string()) });

/**
 * Compares an event with what our store knows of the employee. It does not compare the e-mail address: our store has a
 * keyed hash of it, and the key lies in the community secret, which no function behind the HTTP API reads.
 */
export async function matchEvent(
  event: ValidEvent,
  { name: caller, scopes }: Pick<Caller, "name" | "scopes">,
  fields: string[],
  { store, settings, nowMs, usageOf }: MatchDependencies & { usageOf: UsageOf },
): Promise<Match> {
  const { envelope, employeeId, effectiveAtMs } = event;
  const { type, eventAtMs, data } = envelope;
  const mayUpdate = scopes.includes("update");
  const rules = mayUpdate
    ? settings
    : { ...settings, repeatedHire: "report" as const };
  const said = await readStatements(
    { store, settings: rules, nowMs },
    employeeId,
  );
  const known = said.item;
  const changesPerson =
    type === "employee.changed" ||
    (type === "employee.hired" && rules.repeatedHire === "update");
  const differs = known ? differencesOf(data.data, known) : [];
  const word = wordOfEvent(
    {
      id: "preview",
      type,
      caller,
      mayOffboard: scopes.includes("offboard"),
      mayUpdate,
      eventAtMs,
      effectiveAtMs,
      // The rules take each name for a new one. Our store does not have the e-mail address.
      fields: fields.filter(
        (field) =>
          field !== "/email" &&
          (field !== "/username" || differs.includes(field)),
      ),
      data: data.data,
    },
    settings,
  );
  const outdated =
    known && changesPerson && word
      ? outdatedFields(said.statements, word, rules)
      : [];
  const isRenamed = changesPerson && differs.includes("/username");
  const names = known
    ? limitsOf(type, known, {
        isRenamed: isRenamed && !outdated.includes("/username"),
        isKept: isKept(data.data, settings.leaverDisposition),
      })
    : [];
  const verdict =
    word &&
    (await foreseeVerdict(word, said.statements, {
      person: said.person,
      settings: rules,
      nowMs: nowMs(),
      usageOf,
    }));
  return {
    ...(verdict && { verdict }),
    state: known?.state,
    hasPerson: known?.personID !== undefined,
    limits: await Promise.all(
      names.map(async (name) => ({ name, ...(await usageOf(name)) })),
    ),
    differs,
    outdated,
  };
}

const namedSchema = z.object({ username: z.optional(z.string()) });

function differencesOf(data: unknown, known: Employee): string[] {
  const { username } = namedSchema.parse(data);
  const { usernames } = namesOf(known);
  const isKnown = usernames.some((one) => isSameUsername(one, username));
  return username === undefined || usernames.length === 0 || isKnown
    ? []
    : ["/username"];
}

function isKept(data: unknown, leaverDisposition: string): boolean {
  return (
    leaverDisposition === "disable" ||
    dispositionSchema.safeParse(data).data?.disposition === "disable"
  );
}

/** The limits in which an event counts the person of an employee. A person who is disabled already counts as such. */
function limitsOf(
  type: EventType,
  { state, personID }: Employee,
  { isRenamed, isKept }: { isRenamed: boolean; isKept: boolean },
): LimitName[] {
  if (personID === undefined) return [];
  const isEmployed = employedStates.includes(state);
  const disables: LimitName[] =
    isEmployed && state !== "suspended" ? ["disable-limit"] : [];
  const deletes: LimitName[] = isEmployed && !isKept ? ["deletion-limit"] : [];
  const renames: LimitName[] =
    isRenamed && changeableStates.includes(state) ? ["rename-limit"] : [];
  switch (type) {
    case "employee.terminated":
      return [...disables, ...deletes];
    case "employee.suspended":
      return disables;
    default:
      return renames;
  }
}

const namesOfLimits: Record<Limit, LimitName> = {
  disable: "disable-limit",
  delete: "deletion-limit",
  rename: "rename-limit",
};

/** A disabling can be followed by a deletion. More moves do not follow at once. */
const maxMoves = 6;

/** Reads how much of a limit is used, once for each limit: every read counts all active employees. */
type UsageOf = (name: LimitName) => Promise<LimitUsage>;

type Present = Pick<SaidReader, "settings"> & {
  /** As our store knows the person now. */
  person: SeenPerson;
  nowMs: number;
  usageOf: UsageOf;
};

/** What an event would come to by the rules of the employment, if it arrived now. */
async function foreseeVerdict(
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
