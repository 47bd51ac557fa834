import { expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { rows } from "../../fixtures/rows.ts";
import { callersForTest, useReceivers } from "./receivers-for-test.ts";
import { requestTo, schemeNames, signedRequest } from "./senders.ts";

const receivers = useReceivers();
const misconfigured = useReceivers({
  broken: { scheme: "slack", keys: ["short"], scopes: [] },
});

/** Credentials for all schemes, in the right form and wrong. */
const forged = Object.fromEntries(
  schemeNames.flatMap(
    (scheme) => signedRequest("status", scheme, "", { isForged: true }).headers,
  ),
);
/** A caller of each scheme, a caller with an invalid entry, and the name of no caller. */
const names = [
  ...Object.keys({ ...localSecrets.callers, ...callersForTest }),
  "broken",
  "constructor",
];
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

// `test/shared/webhook/handshake.test.ts` has the answers to a GET.
test.each(rows<[string, Record<string, string>, string]>`
  without a content type and a body | ${{}} | ${""}
  with JSON | ${json} | {}
  with a form | ${form} | token=a&text=b
  with Slack's probe | ${form} | token=a&ssl_check=1
  with a message that is too large for a chat | ${form} | ${"a".repeat(33_000)}
  with forged credentials and JSON | ${{ ...forged, ...json }} | {}
  with forged credentials and a form | ${{ ...forged, ...form }} | a=b
  with HiBob's ping | ${{}} | Ping test
  with XML | ${{ "content-type": "text/xml" }} | <employee/>
  with a CloudEvent and forged credentials | ${{ ...forged, "content-type": "application/cloudevents+json" }} | {}
  with a challenge of Slack and forged credentials | ${{ ...forged, ...json }} | {"type":"url_verification","challenge":"abc"}
  with a body that is too large | ${json} | ${"a".repeat(257 * 1024)}
`)(
  "a stranger gets the same answer for each name in the path, also with an invalid entry: %s",
  async (_, headers, body) => {
    // While an entry is invalid, a stranger may be its caller: a 503, and not a 401, does not lose the event.
    for (const [attacked, refusal] of [
      [receivers(), 401],
      [misconfigured(), 503],
    ] as const) {
      const ask = (name: string) =>
        attacked.send("status", requestTo(`/status/${name}`, headers, body));
      const before = { ...attacked.effects };
      const expected = await ask("nobody");
      expect([200, 413, refusal]).toContain(expected.status);
      for (const name of names) expect(await ask(name)).toEqual(expected);
      expect(attacked.effects).toEqual(before);
    }
  },
);
