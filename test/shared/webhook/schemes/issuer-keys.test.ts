import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import {
  createJwtVerifier,
  createKeysReader,
} from "../../../../shared/webhook/schemes/verify-jwt.ts";
import {
  avatarUrl,
  optionsFor,
  startAvatarHost,
  startSilentHost,
} from "../../person/avatar/loopback.ts";
import { createIssuerKey, jwtOptions, nowMs } from "./jwt-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

const options = { ...jwtOptions, jwksUrl: avatarUrl };
const key = await createIssuerKey("one");
const token = await key.sign();
const keys = JSON.stringify({ keys: [key.jwk] });

/** Verifies the token by the keys of an issuer that answers in this way. */
async function verifyAt(answer: RequestListener) {
  await using host = await startAvatarHost(answer);
  const readKeys = createKeysReader(optionsFor(host));
  return await createJwtVerifier(() => nowMs, readKeys)(options, token);
}

test("the keys of an issuer are read over https", async () => {
  const verdict = await verifyAt((_request, response) => response.end(keys));
  expect(verdict).toEqual({ authentic: true });
});

test.each(rows<[string, RequestListener]>`
  a redirect | ${(_request, response) => response.writeHead(302, { location: avatarUrl }).end(keys)}
  a failure | ${(_request, response) => response.writeHead(500).end(keys)}
  no JSON | ${(_request, response) => response.end("<html>")}
  more than 256 KB | ${(_request, response) => response.end(keys + " ".repeat(256 * 1024))}
  half of the keys | ${(_request, response) => response.writeHead(200, { "content-length": keys.length }).write(keys.slice(0, 50), () => response.destroy())}
`)("a token has no verdict if its issuer answers %s", async (_, answer) => {
  await expect(verifyAt(answer)).rejects.toMatchObject({
    name: "IssuerUnavailableError",
  });
});

test.each(["http:", "https:"])(
  "the keys of an issuer are not read over %s from an address that is not public",
  async (protocol) => {
    await using silent = await startSilentHost();
    const jwksUrl = `${protocol}//127.0.0.1:${silent.port}/keys`;
    const verify = createJwtVerifier(() => nowMs, createKeysReader());
    await expect(verify({ ...options, jwksUrl }, token)).rejects.toMatchObject({
      name: "IssuerUnavailableError",
    });
    expect(silent.connections()).toBe(0);
  },
);
