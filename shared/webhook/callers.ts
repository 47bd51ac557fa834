import {
  type CallerEntries,
  type Scope,
  withOlderKeys,
} from "./callers-secret.ts";
import { verifyBearer } from "./schemes/bearer.ts";
import type {
  SignedRequest,
  Verdict,
  VerifySignature,
} from "./schemes/scheme.ts";
import { verifyStandardWebhooks } from "./schemes/standard-webhooks.ts";

/** How each scheme checks a request; a new scheme is one new file and one line here. */
const schemes = {
  "standard-webhooks": verifyStandardWebhooks,
  bearer: verifyBearer,
} satisfies Record<CallerEntries[string]["scheme"], VerifySignature>;

export type Caller = { name: string; scopes: readonly Scope[] };

/** Who sent a request and whether it is authentic; `reason` is for our log alone. */
export type Identified =
  | { caller: Caller; deliveryId: string | undefined }
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
    /** Checks a request that claims, by its path, to come from `name`. */
    identify: (name: string, request: SignedRequest): Promise<Identified> =>
      identify((entries) => {
        const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
        if (!entry) return { caller: undefined, reason: "unknown-caller" };
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
  };
}

function judge(
  name: string,
  { scopes }: CallerEntries[string],
  verdict: Verdict,
): Identified {
  return verdict.authentic
    ? { caller: { name, scopes }, deliveryId: verdict.deliveryId }
    : { caller: undefined, reason: verdict.reason };
}
