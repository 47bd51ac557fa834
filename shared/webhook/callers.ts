import { setTimeout as sleep } from "node:timers/promises";
import { ConfigurationError } from "../configuration-error.ts";
import { createMemo } from "../memo.ts";
import {
  type CallerEntry,
  chatToolOf,
  type HttpEntry,
  type Scheme,
  type ScimOptions,
  schemes,
  type Scope,
} from "./caller-entry.ts";
import {
  addPreviousKeys,
  type CallerEntries,
  keysOfEntry,
} from "./callers-secret.ts";
import { bearerToken } from "./schemes/tokens.ts";
import type { ReadKeys } from "./schemes/jwt.ts";
import { createJwtCheck } from "./schemes/load-jwt.ts";
import type {
  RejectionReason,
  SchemeVerdict,
  SignedRequest,
} from "./schemes/scheme.ts";
import { checkAddress } from "./source-address.ts";
import type { FieldMap } from "./field-map/field-map.ts";
import type { Handshake } from "./handshake.ts";
import { type ListOptions, lookupOf, type RecordLookup } from "./lookup.ts";

/**
 * The entry of a caller is invalid. Its events are answered 503 and not lost, until an operator corrects the entry.
 */
export class CallerEntryError extends Error {
  override readonly name = "CallerEntryError";
  readonly caller: string;
  /** JSON Pointers and sentences, never a value. */
  readonly issues: readonly string[];

  constructor(caller: string, issues: readonly string[]) {
    super(
      `the entry ${caller} of the callers secret is invalid: ${issues.join("; ")}`,
    );
    this.caller = caller;
    this.issues = issues;
  }
}

export type Caller = {
  name: string;
  scheme: Scheme;
  scopes: readonly Scope[];
  /** Translates the caller's events into ours. Undefined if the caller sends our envelope. */
  map: FieldMap | undefined;
  /** Reads the records of the caller's thin events. */
  lookup: RecordLookup | undefined;
  /** Reads the rows of lists that are uploaded in the name of the caller. */
  list?: ListOptions | undefined;
  /** Reads all records of a system as a list. `pullOf` checks it. */
  pull?: unknown;
  /** The chat tool whose messages the caller sends. */
  chat?: string | undefined;
  /** The kind of the user ids of the chat tool. @default the tool's own */
  identityKind?: string | undefined;
  /** How the caller speaks SCIM. Undefined if it does not. */
  scim?: ScimOptions | undefined;
  /** How the sender tests the URL, if its scheme does not say it. */
  handshake?: Handshake | undefined;
  /** Hosts to which late answers may go. */
  responseHosts: readonly string[];
};

/** The caller of an authentic request, or why the request is not authentic. The reason is for our log only. */
export type Identified =
  | {
      caller: Caller;
      deliveryId: string | undefined;
      signedAtMs: number | undefined;
    }
  | { caller: undefined; reason: RejectionReason };

/**
 * A warm sandbox rejects a removed key after at most this time. The previous version counts as long as it has the
 * label AWSPREVIOUS: to revoke a leaked key, store the secret twice.
 */
const maxAgeMs = 5 * 60_000;
/**
 * A request that is not authentic causes a read of the secret. An attacker can send such requests, so we limit them.
 */
const reloadPauseMs = 60_000;
/**
 * A request that is not authentic is answered after this time, so that the time does not tell whether the caller in the
 * path exists, its scheme, or the number of its keys. The longest check, of five signatures by four public keys, takes
 * 20 ms of a processor, and a function with 256 MB has a seventh of one.
 */
const refusalMs = 300;

export type Callers = ReturnType<typeof createCallers>;

/**
 * Identifies callers by the callers secret, which is kept in memory. If a request is not authentic, the secret is read
 * again, and the keys of its previous version count too. Therefore a rotation rejects no caller.
 */
export function createCallers({
  read,
  nowMs,
  sleepMs = sleep,
  readKeys,
  allowsLoopback,
}: {
  /** Reads a version of the callers secret. Undefined if that version does not exist. */
  read: (
    stage: "AWSCURRENT" | "AWSPREVIOUS",
  ) => Promise<CallerEntries | undefined>;
  nowMs: () => number;
  sleepMs?: ((durationMs: number) => Promise<unknown>) | undefined;
  /** Reads the published keys of an issuer of tokens. @default over https, from public addresses only */
  readKeys?: ReadKeys | undefined;
  /** Whether an issuer may be on http of this machine. @default false */
  allowsLoopback?: boolean | undefined;
}) {
  const jwt = createJwtCheck(nowMs, readKeys, allowsLoopback);

  /** Checks a request by the scheme of an entry. @throws if the keys of the token's issuer cannot be read */
  const verify = (entry: HttpEntry, request: SignedRequest) =>
    schemes[entry.scheme].verify(
      entry,
      request,
      keysOfEntry(entry),
      nowMs(),
      jwt.verify,
    );

  async function readCurrent(): Promise<CallerEntries> {
    const entries = await read("AWSCURRENT");
    if (entries) return entries;
    throw new ConfigurationError(
      "secret-missing",
      "the callers secret has no value: store one with `npm run --silent cli -- secrets callers --file <path>`, then try again",
    );
  }

  async function readBoth(): Promise<CallerEntries> {
    const [current, previous] = await Promise.all([
      readCurrent(),
      read("AWSPREVIOUS"),
    ]);
    return addPreviousKeys(current, previous ?? {});
  }

  // A failure is not kept: the next request reads again.
  const loaded = createMemo(readCurrent, nowMs);
  const reloaded = createMemo(async () => {
    const entries = await readBoth();
    loaded.keep(entries);
    return entries;
  }, nowMs);
  const load = () => loaded.get(maxAgeMs);

  /**
   * Checks a request by the secret in memory, and if it is not authentic, by the secret as it is now. Delays a refusal
   * until `refusalMs` after the request came.
   *
   * @param refuse - runs before a refusal, within that time. It may throw
   */
  async function identifyOrDelay<T extends { caller: Caller | undefined }>(
    check: (entries: CallerEntries) => T | Promise<T>,
    refuse: (entries: CallerEntries) => void | Promise<void> = () => undefined,
  ): Promise<T> {
    const refusedAtMs = nowMs() + refusalMs;
    let found: T | undefined;
    try {
      const entries = await load();
      found = await check(entries);
      if (found.caller) return found;
      const fresh = await reloaded.get(reloadPauseMs);
      if (fresh !== entries) found = await check(fresh);
      if (!found.caller) await refuse(fresh);
      return found;
    } finally {
      if (!found?.caller) await sleepMs(Math.max(0, refusedAtMs - nowMs()));
    }
  }

  return {
    /** Reads the secret before the first request. @throws if the secret cannot be read; the failure is not cached */
    async warmUp(): Promise<void> {
      const entries = Object.values(await load());
      if (entries.some(({ scheme }) => scheme === "jwt")) await jwt.load();
    },

    /** The entries of the secret, at most five minutes old. */
    entries: load,

    /** The caller of an accepted event, as its entry is now. Undefined if it has no valid entry any more. */
    async find(name: string): Promise<Caller | undefined> {
      const entry = validEntryOf(await load(), name);
      return entry && toCaller(name, entry);
    },

    /** Checks a request whose path names the caller `name`. */
    identify: (name: string, request: SignedRequest): Promise<Identified> =>
      identifyOrDelay<Identified>(
        async (entries) => {
          const entry = validEntryOf(entries, name);
          if (!entry || entry.scheme === "eventbridge")
            return { caller: undefined, reason: "unknown-caller" };
          const verdict = await verify(entry, request);
          return toIdentified(
            name,
            entry,
            checkAddress(request, entry, verdict),
          );
        },
        async (entries) => {
          // Reading the keys of an issuer takes longer, and throws if the issuer does not answer. Each refusal does
          // it, so that no answer tells whether the caller in the path has the scheme `jwt`.
          for (const entry of Object.values(entries))
            if (entry.scheme === "jwt") await verify(entry, request);
          throwIfBroken(entries, name);
        },
      ),

    /** Finds the bearer caller of a request whose path names no caller. */
    identifyBearer: (request: SignedRequest): Promise<Identified> =>
      identifyOrDelay<Identified>(async (entries) => {
        const token = bearerToken(request.header("authorization"));
        let found: Identified = {
          caller: undefined,
          reason: token === undefined ? "no-token" : "bad-token",
        };
        for (const [name, entry] of Object.entries(entries)) {
          if (entry.scheme !== "bearer") continue;
          const verdict = checkAddress(
            request,
            entry,
            await verify(entry, request),
          );
          // A right token from a wrong address tells more than `bad-token`.
          if (verdict.authentic || verdict.reason === "wrong-address")
            found = toIdentified(name, entry, verdict);
        }
        return found;
      }, throwIfBroken),

    /** Finds the caller of an event that EventBridge delivered. */
    async identifySource(source: string): Promise<Caller | undefined> {
      const { caller } = await identifyOrDelay((entries) => {
        for (const [name, entry] of Object.entries(entries))
          if (entry.scheme === "eventbridge" && entry.sources.includes(source))
            return { caller: toCaller(name, entry) };
        return { caller: undefined };
      });
      return caller;
    },
  };
}

function validEntryOf(
  entries: CallerEntries,
  name: string,
): CallerEntry | undefined {
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  return entry?.scheme === "broken" ? undefined : entry;
}

/**
 * While an entry is invalid, each request that is not authentic may come from its caller, and a rejection would lose an
 * event. The answer is the same for all callers, so a stranger does not learn which entry is invalid.
 *
 * @param name - of the caller in the path, whose entry is reported first
 * @throws CallerEntryError
 */
function throwIfBroken(entries: CallerEntries, name?: string): void {
  const errors = Object.entries(entries).flatMap(([caller, entry]) =>
    entry.scheme === "broken"
      ? [new CallerEntryError(caller, entry.issues)]
      : [],
  );
  const error = errors.find(({ caller }) => caller === name) ?? errors[0];
  if (error) throw error;
}

function toIdentified(
  name: string,
  entry: CallerEntry,
  verdict: SchemeVerdict,
): Identified {
  if (!verdict.authentic) return { caller: undefined, reason: verdict.reason };
  return {
    caller: toCaller(name, entry),
    deliveryId: verdict.deliveryId,
    signedAtMs: verdict.signedAtMs,
  };
}

function toCaller(name: string, entry: CallerEntry): Caller {
  const { scheme, scopes } = entry;
  return {
    name,
    scheme,
    scopes,
    map: "map" in entry ? entry.map : undefined,
    lookup: lookupOf(name, entry),
    list: "list" in entry ? entry.list : undefined,
    pull: "pull" in entry ? entry.pull : undefined,
    chat: chatToolOf(entry),
    identityKind: "identityKind" in entry ? entry.identityKind : undefined,
    scim: "scim" in entry ? entry.scim : undefined,
    handshake: "handshake" in entry ? entry.handshake : undefined,
    responseHosts: "responseHosts" in entry ? entry.responseHosts : [],
  };
}
