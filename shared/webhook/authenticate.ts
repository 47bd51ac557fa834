import type { CallerEntries } from "./callers-secret.ts";
import { type HttpEntry, schemes, schemeTextOf } from "./caller-entry.ts";
import type {
  SchemeVerdict,
  SignedRequest,
  VerifyJwt,
} from "./schemes/scheme.ts";

/** What an entry says of its scheme. */
type SchemeEntry = { scheme: HttpEntry["scheme"] };

/** The schemes whose rules are always the same. */
const fixedEntries = Object.keys(schemes)
  .filter(isScheme)
  .filter((scheme) => schemes[scheme].fieldNames.length === 0)
  .map((scheme): SchemeEntry => ({ scheme }));

/** Creates the functions that authenticate requests by the schemes of entries. */
export function createAuthenticator(verifyJwt: VerifyJwt, nowMs: () => number) {
  const schemesBySecret = new WeakMap<CallerEntries, Schemes>();

  function schemesIn(entries: CallerEntries): Schemes {
    const found = schemesBySecret.get(entries) ?? schemesOf(entries);
    schemesBySecret.set(entries, found);
    return found;
  }

  const verifyKeys = (
    entry: SchemeEntry,
    request: SignedRequest,
    keys: readonly string[],
  ) => schemes[entry.scheme].verify(entry, request, keys, nowMs(), verifyJwt);

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
        const decoys = schemes[entry.scheme].decoysFor(
          made ? keysOf(made) : [],
        );
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

function keysOf(entry: HttpEntry): readonly string[] {
  return "keys" in entry ? entry.keys : [];
}

function isScheme(scheme: string): scheme is HttpEntry["scheme"] {
  return Object.hasOwn(schemes, scheme);
}
