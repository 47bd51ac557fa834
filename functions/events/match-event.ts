import * as z from "zod/mini";
import { outdatedFields } from "../../shared/employment/employments.ts";
import type { EventType } from "../../shared/event-types.ts";
import { isSameUsername } from "../../shared/person/is-same-username.ts";
import {
  limitsByName,
  type LimitName,
  type LimitUsage,
} from "../../shared/store/daily-limits.ts";
import {
  type Employee,
  changeableStates,
  employedStates,
  namesOf,
} from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import type { ValidEvent } from "../../shared/webhook/validate-event.ts";
import type { EventsSettings } from "./config.ts";
import type { EventPreview } from "./contract.ts";
import { foreseeVerdict, type UsageOf } from "./foresee-verdict.ts";
import { readStatements } from "./read-statements.ts";
import { wordOfEvent } from "../../shared/person/word-of-event.ts";

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
