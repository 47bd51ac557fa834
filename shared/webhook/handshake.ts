import type { Context } from "hono";
import * as z from "zod/mini";
import { parseJson } from "../parse-json.ts";
import { problem } from "./problem.ts";

/**
 * A request of a vendor that only tests the URL. Okta's is a GET; a GET of another caller is refused. The handshakes of
 * HiBob and Slack need no entry: HiBob shows the key of a webhook only after its ping was answered, and Slack has a
 * scheme of its own.
 */
export const handshakeSchema = z.enum(["okta"]);
export type Handshake = z.infer<typeof handshakeSchema>;

/** The header of a GET with Okta's challenge. */
export const oktaChallengeHeader = "x-okta-verification-challenge";

/**
 * Answers Okta's one-time verification, which is sent with the same `Authorization` header as its events.
 *
 * @param challenge - the value of the header {@link oktaChallengeHeader}
 * @see Okta, "Event hooks", One-time verification request
 */
export function answerOkta(
  c: Context,
  { handshake }: { handshake?: Handshake | undefined },
  challenge: string,
): Response {
  if (handshake !== "okta")
    return problem(c, "method-not-allowed", { headers: { allow: "POST" } });
  // The answer repeats text of a request, so it repeats only text of Okta's form.
  return /^[\w-]{16,128}$/.test(challenge)
    ? c.json({ verification: challenge })
    : problem(c, "validation-error", {
        detail: `The header ${oktaChallengeHeader} must have 16 to 128 letters, digits, hyphens and underscores.`,
      });
}

const maxPingBytes = 1_024;
const pingText = "Ping test";
const pingSchema = z.union([
  z.literal(pingText),
  z.strictObject({ text: z.literal(pingText) }),
]);

/**
 * Whether a body is HiBob's ping. Each of our URLs answers it with 200 without effect, whatever its path: HiBob does
 * not document a signature of the ping, and an answer that depends on the path would tell which callers exist.
 *
 * @see HiBob, "Working with webhooks", Validate your connection
 */
export function isPing(body: Uint8Array): boolean {
  if (body.length > maxPingBytes) return false;
  const text = new TextDecoder().decode(body).trim();
  // Each event comes here first, and this tells without parsing that it is no ping.
  if (!text.includes(pingText)) return false;
  // HiBob sends it as JSON or as plain text.
  return pingSchema.safeParse(parseJson(text) ?? text).success;
}

const urlVerificationSchema = z.object({
  type: z.literal("url_verification"),
  challenge: z.string().check(z.regex(/^[\w+/=.-]{1,256}$/)),
});

/**
 * The challenge in an authentic request of Slack that verifies a URL. Undefined for every other request.
 *
 * @see Slack, "url_verification event"
 */
export function slackChallengeOf(
  { scheme }: { scheme: string },
  body: Uint8Array,
): string | undefined {
  if (scheme !== "slack") return undefined;
  const parsed = parseJson(new TextDecoder().decode(body));
  return urlVerificationSchema.safeParse(parsed).data?.challenge;
}
