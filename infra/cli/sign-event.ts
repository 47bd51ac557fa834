import { parseJson } from "../../shared/parse-json.ts";
import { type HttpEntry, schemes } from "../../shared/webhook/caller-entry.ts";
import { callersSchema } from "../../shared/webhook/callers-secret.ts";
import { CommandError } from "./command-error.ts";
import type { CallerKey } from "./profiles.ts";

const privateKeyForm = /^whsk_(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/;
/** Takes the place of a private key in an entry, whose schema wants a public one. RFC 8032, §7.1, TEST 1. */
const anyPublicKey = "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

/**
 * Creates the headers with which a caller sends a body, signed at `nowMs` by its scheme. The caller of the scheme `jwt`
 * has a token of its issuer as its key, and one with asymmetric signatures has its private key (`whsk_`).
 *
 * @param id - the delivery id, for the schemes that sign one
 * @throws CommandError for a caller that cannot send by HTTP, or whose scheme is not complete
 */
export function signEvent(
  caller: CallerKey,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  const { key } = caller;
  const entry = entryOf(caller);
  if (entry.scheme === "ed25519") requirePrivateKey(key);
  const timestamp = String(Math.floor(nowMs / 1000));
  return {
    // A body that begins like JSON is sent as JSON even if it is cut off: the receiver says what is wrong.
    "content-type":
      /^\s*[{[]/.test(body) || parseJson(body) !== undefined
        ? "application/json"
        : "application/x-www-form-urlencoded",
    ...schemes[entry.scheme].sign(entry, key, { id, timestamp, body }),
  };
}

/** Reads the scheme of a caller as a receiver reads it. @throws CommandError that lists what is wrong */
function entryOf({ key, ...fields }: CallerKey): HttpEntry {
  if (fields["scheme"] === "eventbridge")
    throw new CommandError(
      "The command cannot sign for this caller, which sends on the bus: aws events put-events",
    );
  const keys = [privateKeyForm.test(key) ? anyPublicKey : key];
  const read = (more: object) =>
    callersSchema.parse({ caller: { ...fields, ...more, scopes: [] } })[
      "caller"
    ];
  // First without keys: an entry of the scheme `jwt` has none, and perhaps only its preset names the scheme.
  const withoutKeys = read({});
  const caller = withoutKeys?.scheme === "jwt" ? withoutKeys : read({ keys });
  const issues = caller?.scheme === "broken" ? caller.issues : [];
  if (!caller || caller.scheme === "broken" || caller.scheme === "eventbridge")
    throw new CommandError(
      `The command cannot sign for the scheme of this caller. Write "scheme" and its fields into the profile as they are in the callers secret: ${issues.join("; ")}`,
    );
  return caller;
}

function requirePrivateKey(key: string): void {
  if (privateKeyForm.test(key)) return;
  throw new CommandError(
    "The command cannot sign for this caller: the callers secret has only its public key. Write its private key into the profile, as whsk_ and base64.",
  );
}
