import { expect, test } from "vitest";
import { createCallers } from "../../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../../shared/webhook/callers-secret.ts";
import {
  createIssuerKey,
  nowMs,
  validClaims,
} from "../schemes/jwt-for-test.ts";

const audience = "1234567890";
const entries = callersSchema.parse({
  chat: { preset: "google-chat", audience, scopes: ["status:own"] },
});
const iss = "chat@system.gserviceaccount.com";

test.each([
  ["of Google's service account", { iss, aud: audience }, "chat"],
  ["for another project", { iss, aud: "1234567891" }, undefined],
  ["of another issuer", { iss: "x@example.com", aud: audience }, undefined],
])(
  "a message with a token %s comes from the caller %s of the preset google-chat",
  async (_, claims, name) => {
    const key = await createIssuerKey("one");
    const token = await key.sign({ ...validClaims, ...claims });
    const callers = createCallers({
      read: async () => entries,
      nowMs: () => nowMs,
      readKeys: async ({ href }) => ({
        keys:
          href === `https://www.googleapis.com/service_accounts/v1/jwk/${iss}`
            ? [key.jwk]
            : [],
      }),
    });
    const { caller } = await callers.identify("chat", {
      header: (header) =>
        header === "authorization" ? `Bearer ${token}` : undefined,
      body: new Uint8Array(),
    });
    expect(caller?.name).toBe(name);
    if (caller)
      expect(caller).toMatchObject({ scheme: "jwt", chat: "google-chat" });
  },
);
