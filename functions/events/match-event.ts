import * as z from "zod/mini";
import { isSameUsername } from "../../shared/fold-case.ts";
import {
  type LimitName,
  type LimitUsage,
} from "../../shared/store/daily-limits.ts";
import { type Employee, namesOf } from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import {
  type EventCaller,
  rightsOfCaller,
} from "../../shared/rights-of-caller.ts";
import type { ValidEvent } from "../../shared/webhook/intake.ts";
import type { EventsSettings } from "./config.ts";
import type { EventPreview, PreviewVerdict } from "./contract.ts";
import { readStatements } from "./read-statements.ts";
import { wordOfEvent } from "../../shared/person/word-of-event.ts";
import {
  timelineOf,
  outdatedFields,
} from "../../shared/employment/timeline-of.ts";
import type { LimitAnswers, SeenPerson } from "../../shared/employment/move.ts";
import { limitName, nextMove } from "../../shared/employment/next-move.ts";
import { say } from "../../shared/employment/say.ts";
import type {
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

/** Reads how much of a limit is used. */
type UsageOf = (name: LimitName) => Promise<LimitUsage>;

/** Creates the reader for one request. It reads each limit once, because every read counts all active employees. */
export function createUsageReader({
  store,
  settings,
}: Pick<MatchDependencies, "store" | "settings">): UsageOf {
  const usages = new Map<LimitName, Promise<LimitUsage>>();
  return (name) => {
    const usage = usages.get(name) ?? store.dailyLimits.usage(name, settings);
    usages.set(name, usage);
    return usage;
  };
}

/**
 * Compares an event with what our store knows of the employee. It does not compare the e-mail address: our store has
 * only a keyed hash of it, and no function behind the HTTP API reads the key.
 */
export async function matchEvent(
  event: ValidEvent,
  caller: EventCaller,
  fields: string[],
  { store, settings, nowMs, usageOf }: MatchDependencies & { usageOf: UsageOf },
): Promise<NonNullable<EventPreview["match"]>> {
  const { envelope, employeeId, effectiveAtMs } = event;
  const { type, eventAtMs, data } = envelope;
  const rights = rightsOfCaller(caller);
  const said = await readStatements({ store, settings, nowMs }, employeeId);
  const known = said.item;
  const changesPerson =
    type === "employee.changed" ||
    (type === "employee.hired" &&
      rights.mayUpdate &&
      settings.repeatedHire === "update");
  const differs = known ? differencesOf(data.data, known) : [];
  const statement = wordOfEvent(
    {
      id: "preview",
      type,
      ...rights,
      eventAtMs,
      effectiveAtMs,
      // The rules take each name in `fields` for a new name, so only a username that differs is named.
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
    known && changesPerson && statement
      ? outdatedFields(said.statements, statement)
      : [];
  const context = { person: said.person, nowMs: nowMs() };
  const foreseen = statement && say(said.statements, statement, context);
  const asked =
    statement && foreseen
      ? foreseeLimits(statement, foreseen.statements, context)
      : [];
  const limits = await Promise.all(
    asked.map(async ({ name }) => ({ name, ...(await usageOf(name)) })),
  );
  const held = limits.find(
    ({ used, allowed }, n) => asked[n]?.isNow && used >= allowed,
  );
  return {
    ...(foreseen && { verdict: shownVerdict(foreseen.verdict, held) }),
    state: known?.state,
    hasPerson: known?.personID !== undefined,
    limits,
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

/** More than the moves and waits from an event to the deletion of the person. */
const maxMoves = 12;

/** The limits that the event would ask, now or on a day to come: plays the moves that would follow from it. */
function foreseeLimits(
  { id, kind }: Word,
  statements: readonly Statement[],
  { person: seen, nowMs }: { person: SeenPerson; nowMs: number },
): { name: LimitName; isNow: boolean }[] {
  const timeline = timelineOf(statements);
  const mayRename = kind === "changed" || kind === "hired";
  const asked: { name: LimitName; isNow: boolean }[] = [];
  const limits: LimitAnswers = {};
  let person = seen;
  let atMs = nowMs;
  for (let moves = 0; moves < maxMoves; moves++) {
    const wants = wanted(timeline, atMs);
    const move = nextMove(wants, person, limits, atMs);
    switch (move.do) {
      case "wait":
        atMs = move.untilMs;
        break;
      case "change":
        if ("fields" in person) person = { ...person, fields: wants.fields };
        break;
      case "disable":
        person = {
          is: "disabled",
          sinceMs: atMs,
          for: move.for,
          fields: wants.fields,
        };
        break;
      case "ask": {
        const { limit } = move;
        const isOfEvent = limit === "rename" ? mayRename : wants.because === id;
        if (!isOfEvent) return asked;
        asked.push({ name: limitName[limit], isNow: atMs === nowMs });
        limits[limit] = { answer: "pass", atMs };
        break;
      }
      // Every other move is the last one to which this event leads.
      default:
        return asked;
    }
  }
  return asked;
}

/** @param limit - the limit that would hold the event */
export function shownVerdict(
  verdict: Verdict,
  limit?: LimitUsage & { name: LimitName },
): PreviewVerdict {
  switch (verdict.is) {
    case "in-force":
      if (limit) return { is: "held", limit };
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
      return { is: verdict.is, ...withSameAs(verdict.of) };
    case "overtaken":
      return {
        is: verdict.is,
        reason: verdict.because,
        ...withSameAs(verdict.by),
      };
    case "needs-decision":
      return { is: verdict.is, reason: verdict.because };
  }
}

/** The id is empty if only the item of the employee has the statement, and its operation is gone. */
function withSameAs(id = "") {
  return id === "" ? {} : { sameAs: id };
}
