import {
  type CallerEntries,
  type CallerEntry,
  type Scheme,
  type Scope,
  withOlderKeys,
} from "./callers-secret.ts";
import { verifyBambooHr } from "./schemes/bamboohr.ts";
import { verifyBearer } from "./schemes/bearer.ts";
import { verifyMattermost } from "./schemes/mattermost.ts";
import type {
  SignedRequest,
  Verdict,
  VerifySignature,
} from "./schemes/scheme.ts";
import { verifySlack } from "./schemes/slack.ts";
import { verifyStandardWebhooks } from "./schemes/standard-webhooks.ts";
import { verifyTeams } from "./schemes/teams.ts";
import { bambooHrFieldMap } from "./field-map/bamboohr.ts";
import type { FieldMap } from "./field-map/field-map.ts";

/** The entry of a caller is wrong: its events are not lost but answered 503, until somebody mends it. */
export class CallerEntryError extends Error {
  override readonly name = "CallerEntryError";
  readonly caller: string;
  /** Where and what, never a value. */
  readonly issues: readonly string[];

  constructor(caller: string, issues: readonly string[]) {
    super(
      `the entry ${caller} of the callers secret is wrong: ${issues.join("; ")}`,
    );
    this.caller = caller;
    this.issues = issues;
  }
}

/** How each scheme checks a request; a new scheme is one new file and one line here. */
const schemes = {
  "standard-webhooks": verifyStandardWebhooks,
  bearer: verifyBearer,
  bamboohr: verifyBambooHr,
  slack: verifySlack,
  teams: verifyTeams,
  mattermost: verifyMattermost,
} satisfies Record<Exclude<Scheme, "eventbridge">, VerifySignature>;

export type Caller = {
  name: string;
  scheme: Scheme;
  scopes: readonly Scope[];
  /** How an event of theirs becomes one of ours, where it is not one already. */
  map: FieldMap | undefined;
  /** Where answers that come late may go. */
  responseHosts: readonly string[];
};

/** Who sent a request and whether it is authentic; `reason` is for our log alone. */
export type Identified =
  | {
      caller: Caller;
      deliveryId: string | undefined;
      signedAtMs: number | undefined;
    }
  | { caller: undefined; reason: string };

type CallersOptions = {
  /** Reads a version of the callers secret; undefined where there is none. */
  read: (
    stage: "AWSCURRENT" | "AWSPREVIOUS",
  ) => Promise<CallerEntries | undefined>;
  nowMs: () => number;
};

/**
 * A key that is in no version any more stops working in a warm sandbox after this long. The previous version counts
 * while it is labelled so: to revoke a leaked key at once, store the secret twice.
 */
const maxAgeMs = 5 * 60_000;
/** A request that does not fit costs a read of the secret, which anybody can cause; so at most this often. */
const reloadPauseMs = 60_000;

export type Callers = ReturnType<typeof createCallers>;

/**
 * Knows who calls. The secret is kept in memory. A request that does not fit makes it look again, and then the keys of
 * the previous version count too, so that a rotation rejects nobody.
 */
export function createCallers({ read, nowMs }: CallersOptions) {
  type Load = { entries: Promise<CallerEntries>; atMs: number };
  let loaded: Load | undefined;
  let reloaded: Load | undefined;

  async function readCurrent(): Promise<CallerEntries> {
    const entries = await read("AWSCURRENT");
    if (entries) return entries;
    throw new Error("there is no callers secret: store it and try again");
  }

  async function readBoth(): Promise<CallerEntries> {
    const [now, before] = await Promise.all([
      readCurrent(),
      read("AWSPREVIOUS"),
    ]);
    return withOlderKeys(now, before ?? {});
  }

  function load(): Promise<CallerEntries> {
    if (loaded && nowMs() - loaded.atMs < maxAgeMs) return loaded.entries;
    const attempt = { entries: readCurrent(), atMs: nowMs() };
    loaded = attempt;
    // A failure is not remembered: the next request reads again.
    attempt.entries.catch(() => {
      if (loaded === attempt) loaded = undefined;
    });
    return attempt.entries;
  }

  function reload(): Promise<CallerEntries> {
    if (reloaded && nowMs() - reloaded.atMs < reloadPauseMs)
      return reloaded.entries;
    const attempt = { entries: readBoth(), atMs: nowMs() };
    reloaded = attempt;
    attempt.entries.then(
      () => {
        loaded = attempt;
      },
      // Nor is this one; and what is loaded stays good for the requests that fit.
      () => {
        if (reloaded === attempt) reloaded = undefined;
      },
    );
    return attempt.entries;
  }

  async function identify(
    check: (entries: CallerEntries) => Identified,
  ): Promise<Identified> {
    const first = check(await load());
    return first.caller ? first : check(await reload());
  }

  return {
    /** Reads the secret before somebody calls. @throws when it cannot be read, which is not remembered */
    async warmUp(): Promise<void> {
      await load();
    },

    /** Checks a request that claims, by its path, to come from `name`. */
    identify: (name: string, request: SignedRequest): Promise<Identified> =>
      identify((entries) => {
        const entry = entryOf(entries, name);
        if (!entry || entry.scheme === "eventbridge")
          return { caller: undefined, reason: "unknown-caller" };
        return judge(
          name,
          entry,
          schemes[entry.scheme](request, entry.keys, nowMs()),
        );
      }),

    /** Finds the bearer caller of a request that names none. */
    identifyBearer: (request: SignedRequest): Promise<Identified> =>
      identify((entries) => {
        let found: Identified = { caller: undefined, reason: "bad-token" };
        for (const [name, entry] of Object.entries(entries)) {
          if (entry.scheme !== "bearer") continue;
          const verdict = verifyBearer(request, entry.keys, nowMs());
          if (verdict.authentic) found = judge(name, entry, verdict);
        }
        return found;
      }),

    /** Finds the caller of an event that EventBridge delivered. */
    async identifySource(source: string): Promise<Caller | undefined> {
      const { caller } = await identify((entries) => {
        for (const [name, entry] of Object.entries(entries))
          if (entry.scheme === "eventbridge" && entry.sources.includes(source))
            return judge(name, entry, { authentic: true });
        return { caller: undefined, reason: "unknown-source" };
      });
      return caller;
    },

    /** How a caller signs; undefined for one that we do not know (yet). */
    async schemeOf(name: string): Promise<Scheme | undefined> {
      const known = entryOf(await load(), name);
      return (known ?? entryOf(await reload(), name))?.scheme;
    },
  };
}

function entryOf(
  entries: CallerEntries,
  name: string,
): CallerEntry | undefined {
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (entry?.scheme === "broken")
    throw new CallerEntryError(name, entry.issues);
  return entry;
}

function judge(name: string, entry: CallerEntry, verdict: Verdict): Identified {
  if (!verdict.authentic) return { caller: undefined, reason: verdict.reason };
  const { scheme, scopes } = entry;
  return {
    caller: {
      name,
      scheme,
      scopes,
      map: "map" in entry ? (entry.map ?? mapOf(scheme)) : mapOf(scheme),
      responseHosts: "responseHosts" in entry ? entry.responseHosts : [],
    },
    deliveryId: verdict.deliveryId,
    signedAtMs: verdict.signedAtMs,
  };
}

/** What events of a scheme look like that has only one form. */
function mapOf(scheme: Scheme): FieldMap | undefined {
  return scheme === "bamboohr" ? bambooHrFieldMap : undefined;
}
