import { expect, test } from "vitest";
import { createCallers } from "../../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../../shared/webhook/callers-secret.ts";
import { rows } from "../../../fixtures/rows.ts";
import {
  createIssuerKey,
  nowMs,
  validClaims,
} from "../schemes/jwt-for-test.ts";

const aud = "1234567890";
const iss = "chat@system.gserviceaccount.com";
const key = await createIssuerKey("one");
const callers = createCallers({
  read: async () =>
    callersSchema.parse({
      chat: { preset: "google-chat", audience: aud, scopes: ["status:own"] },
    }),
  nowMs: () => nowMs,
  sleepMs: async () => {},
  readKeys: async ({ href }) => ({
    keys:
      href === `https://www.googleapis.com/service_accounts/v1/jwk/${iss}`
        ? [key.jwk]
        : [],
  }),
});

test.each(rows<[string, object, object | undefined]>`
  of Google's service account | ${{ iss, aud }} | ${{ name: "chat", scheme: "jwt", chat: "google-chat" }}
  for another project | ${{ iss, aud: "1234567891" }} | ${undefined}
  of another issuer | ${{ iss: "x@example.com", aud }} | ${undefined}
`)(
  "a token %s comes from this caller of the preset google-chat: %j, %j",
  async (_, claims, expected) => {
    const token = await key.sign({ ...validClaims, ...claims });
    const { caller } = await callers.identify("chat", {
      header: (name) =>
        name === "authorization" ? `Bearer ${token}` : undefined,
      body: new Uint8Array(),
    });
    if (expected) expect(caller).toMatchObject(expected);
    else expect(caller).toBeUndefined();
  },
);
