import { randomBytes } from "node:crypto";
import type { CallerEntries } from "./callers-secret.ts";
import { type HttpEntry, schemeTextOf } from "./caller-entry.ts";
import { verifyBambooHr } from "./schemes/bamboohr.ts";
import { verifyBasic } from "./schemes/basic.ts";
import { verifyBearer } from "./schemes/bearer.ts";
import { type Ed25519Options, verifyEd25519 } from "./schemes/ed25519.ts";
import { type HeaderOptions, verifyHeader } from "./schemes/header.ts";
import { type HmacOptions, verifyHmac } from "./schemes/hmac.ts";
import type { JwtOptions } from "./schemes/jwt.ts";
import { verifyMattermost } from "./schemes/mattermost.ts";
import type {
  SignedRequest,
  SchemeVerdict,
  VerifySignature,
} from "./schemes/scheme.ts";
import { verifySlack } from "./schemes/slack.ts";
import { verifyStandardWebhooks } from "./schemes/standard-webhooks.ts";
import { verifyTeams } from "./schemes/teams.ts";

/** The schemes whose rules are always the same. */
const fixedSchemes = {
  "standard-webhooks": verifyStandardWebhooks,
  bearer: verifyBearer,
  basic: verifyBasic,
  bamboohr: verifyBambooHr,
  slack: verifySlack,
  teams: verifyTeams,
  mattermost: verifyMattermost,
} satisfies Partial<Record<HttpEntry["scheme"], VerifySignature>>;

/** What an entry says of its scheme. */
type SchemeEntry =
  | { scheme: keyof typeof fixedSchemes }
  | ({ scheme: "hmac" } & HmacOptions)
  | ({ scheme: "ed25519" } & Ed25519Options)
  | ({ scheme: "header" } & HeaderOptions)
  | ({ scheme: "jwt" } & JwtOptions);

const fixedEntries = Object.keys(fixedSchemes)
  .filter(isFixed)
  .map((scheme): SchemeEntry => ({ scheme }));

/** Checks the token of a request. @throws if the keys of its issuer cannot be read */
export type VerifyJwt = (
  options: JwtOptions,
  request: SignedRequest,
) => Promise<SchemeVerdict>;

/** Text that has the form of a key of most schemes. No sender has it. */
const decoyKey = randomBytes(32).toString("base64");
/** The public key of RFC 8032, §7.1, TEST 1. */
const decoyPublicKey = "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
/** With the keys of the previous version, a caller has two keys. */
const usualKeys = 2;

/** Creates the functions that authenticate requests by the schemes of entries. */
export function createAuthenticator(verifyJwt: VerifyJwt, nowMs: () => number) {
  const schemesBySecret = new WeakMap<CallerEntries, Schemes>();

  function schemesIn(entries: CallerEntries): Schemes {
    const schemes = schemesBySecret.get(entries) ?? schemesOf(entries);
    schemesBySecret.set(entries, schemes);
    return schemes;
  }

  function verifyKeys(
    entry: SchemeEntry,
    request: SignedRequest,
    keys: readonly string[],
  ): SchemeVerdict | Promise<SchemeVerdict> {
    switch (entry.scheme) {
      case "hmac":
        return verifyHmac(entry, request, keys, nowMs());
      case "ed25519":
        return verifyEd25519(entry, request, keys, nowMs());
      case "header":
        return verifyHeader(entry, request, keys);
      case "jwt":
        return verifyJwt(entry, request);
      default:
        return fixedSchemes[entry.scheme](request, keys, nowMs());
    }
  }

  return {
    /** Checks a request by the scheme of an entry. @throws if the keys of the token's issuer cannot be read */
    verify: (
      entry: HttpEntry,
      request: SignedRequest,
    ): SchemeVerdict | Promise<SchemeVerdict> =>
      verifyKeys(entry, request, keysOf(entry)),

    /**
     * Makes the checks that were not made for this request: of all schemes whose rules are always the same, and of all
     * other schemes that the secret has. Therefore the time of a 401 depends on the request and on the whole secret. It
     * does not tell whether the caller in the path exists, or its scheme; it may tell that some caller has a scheme.
     *
     * @param checked - the entry of the caller in the path, by which the request is not authentic
     * @throws if the keys of the token's issuer cannot be read, whatever caller is in the path
     */
    async verifyDecoys(
      request: SignedRequest,
      entries: CallerEntries,
      checked: HttpEntry | undefined,
    ): Promise<void> {
      const checkedText = checked && schemeTextOf(checked);
      for (const [text, entry] of schemesIn(entries)) {
        const made = text === checkedText ? checked : undefined;
        // The keys of an issuer are public, so the check of another caller's token is a real one.
        if (made?.scheme === "jwt") continue;
        const decoys = decoyKeysFor(entry.scheme, made ? keysOf(made) : []);
        await verifyKeys(entry, request, decoys);
      }
    },
  };
}

/** Entries by the text of their scheme. */
type Schemes = ReadonlyMap<string, SchemeEntry>;

/** The schemes that are checked for each request that is not authentic, each once. */
function schemesOf(entries: CallerEntries): Schemes {
  const listed = Object.values(entries).filter(
    (entry) => entry.scheme !== "broken" && entry.scheme !== "eventbridge",
  );
  return new Map(
    [...fixedEntries, ...listed].map((entry) => [schemeTextOf(entry), entry]),
  );
}

/** As many keys as the caller lacks to the usual number. */
function decoyKeysFor(
  scheme: SchemeEntry["scheme"],
  made: readonly string[],
): string[] {
  const fill = (decoy: string, count: number) =>
    Array<string>(Math.max(0, usualKeys - count)).fill(decoy);
  if (scheme === "ed25519") return fill(decoyPublicKey, made.length);
  if (scheme !== "standard-webhooks") return fill(decoyKey, made.length);
  const publicKeys = made.filter((key) => key.startsWith("whpk_")).length;
  return [
    ...fill(decoyKey, made.length - publicKeys),
    ...fill(decoyPublicKey, publicKeys),
  ];
}

function keysOf(entry: HttpEntry): readonly string[] {
  return "keys" in entry ? entry.keys : [];
}

function isFixed(scheme: string): scheme is keyof typeof fixedSchemes {
  return Object.hasOwn(fixedSchemes, scheme);
}
