import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StepFailure } from "../../../shared/step-failure.ts";
import {
  parseAvatarUrl,
  fetchAvatar,
} from "../../../shared/person/avatar/fetch-avatar.ts";
import { anyUtf16 } from "./any-utf16.ts";
import { effort } from "../../resilience/effort.ts";
import { type Canaries, startCanaries } from "./canaries.ts";
import { seed } from "./seed.ts";
import { localHosts, publicHost, spellingsOf, urlsAt } from "./spellings.ts";

describe("an avatar URL with an internal target", () => {
  test("reaches no canary, in any spelling", async () => {
    await using canaries = await startCanaries();
    const hosts = [...spellingsOf("127.0.0.1"), ...localHosts];
    const urls = [
      ...hosts.map((host) => `https://${host}/`),
      ...effort(
        ["127.0.0.1"],
        ["127.0.0.1", "0x7f.1", "[::1]", "[::ffff:7f00:1]", "localhost"],
      ).flatMap((host) => urlsAt(host, canaries.port)),
    ];
    for (const url of urls) await expectRefused(url, canaries);
    expect(await canaries.connections()).toBe(0);
  });

  test("random mixtures of URL parts are refused, or name a full public domain on port 443", () => {
    const numRuns = effort(500, 50_000);
    let allowed = 0;
    fc.assert(
      fc.property(fc.oneof(mixedUrl(), wholeUrl(), fc.string()), (text) => {
        const url = allowedUrl(text);
        if (!url) return;
        allowed += 1;
        expect(url.protocol).toBe("https:");
        expect(url.port).toBe("");
        expect(`${url.username}${url.password}`).toBe("");
        expect(url.hostname).toMatch(/^[a-z0-9_.-]+\.[a-z][a-z0-9-]*[a-z0-9]$/);
        expect(url.hostname).not.toMatch(
          /(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/,
        );
      }),
      { numRuns, ...seed() },
    );
    expect(allowed).toBeGreaterThan(numRuns / 100);
  });
});

/** By the parser, or when the name resolves to this machine. */
async function expectRefused(text: string, canaries: Canaries): Promise<void> {
  const refused = await fetchAvatar(text, {
    lookup: async () => addressesOf(canaries),
    port: canaries.port,
  }).then(
    () => "an avatar",
    (error: StepFailure) => error.code,
  );
  expect(`${text}: ${refused}`).toMatch(/: avatar-(url|address)-not-allowed$/);
}

function addressesOf({ addresses }: Canaries) {
  return addresses.map((address) => ({
    address,
    family: address.includes(":") ? 6 : 4,
  }));
}

function allowedUrl(text: string): URL | undefined {
  try {
    return parseAvatarUrl(text);
  } catch {
    return undefined;
  }
}

/** A valid URL except for one or more parts. */
function wholeUrl(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom("https", "https", "http", "wss", "HTTPS"),
      fc.constantFrom("", "", "user@", ":password@", "@", "a%40b@"),
      fc.constantFrom("avatars", "a.b", "127.0.0.1", "xn--p1ai", "ｌｏｃａｌ"),
      fc.constantFrom(
        ...Array<string>(9).fill(".example.test"),
        ".local",
        ".LOCAL",
        "。internal",
        ".home.arpa",
        ".localhost",
        ".localdomain",
        ".test.",
        ".1",
        "",
      ),
      fc.constantFrom("", "", ":443", ":0443", ":80", ":8443", ":9001", ":"),
      fc.constantFrom("", "/", "/a.png?b=c#d", "\\@evil.test", "@evil.test"),
    )
    .map(([scheme, user, name, domain, port, path]) =>
      [scheme, "://", user, name, domain, port, path].join(""),
    );
}

function mixedUrl(): fc.Arbitrary<string> {
  const part = fc.oneof(
    fc.constantFrom(
      ..."https: http: file: blob: / // \\ : @ # ? . .. ; , % %2f %40 %00 %2e".split(
        " ",
      ),
      ..."127.0.0.1 0x7f 017700000001 2130706433 [::1] localhost local internal".split(
        " ",
      ),
      ..."443 80 ０ 。 ⓪ ß ı xn-- \t \n \0 \u00ad \u202e".split(" "),
      publicHost,
      "example",
    ),
    fc.ipV4Extended(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.stringMatching(/^[a-z0-9-]{1,9}\.[a-z]{2,9}$/),
    anyUtf16(3),
  );
  return fc
    .tuple(
      fc.constantFrom("https://", "https:", "", "https:\\\\"),
      fc.array(part, { minLength: 1, maxLength: 6 }),
    )
    .map(([scheme, parts]) => scheme + parts.join(""));
}
