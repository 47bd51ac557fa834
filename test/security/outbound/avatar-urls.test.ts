import { request } from "node:https";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StepFailure } from "../../../shared/step-failure.ts";
import {
  parseAvatarUrl,
  fetchAvatar,
} from "../../../shared/person/avatar/fetch-avatar.ts";
import { anyUtf16 } from "../../fixtures/any-text.ts";
import { blockedAddresses, publicAddresses } from "../../shared/addresses.ts";
import { pixel } from "../../shared/person/avatar/images.ts";
import {
  avatarUrl,
  optionsFor,
  startAvatarHost,
} from "../../shared/person/avatar/loopback.ts";
import { effort } from "../../resilience/effort.ts";
import { type Canaries, startCanaries } from "./canaries.ts";
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
      { numRuns },
    );
    expect(allowed).toBeGreaterThan(numRuns / 100);
  });
});

test("a host name with a private address at any place of its addresses gets no connection", async () => {
  await using canaries = await startCanaries();
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(publicAddresses, { maxLength: 5 }),
      fc.oneof(
        fc.constantFrom(...blockedAddresses),
        fc.constantFrom(...canaries.addresses),
      ),
      fc.nat(5),
      async (good, bad, index) => {
        const lookup = async () => addressesOf(good.toSpliced(index, 0, bad));
        await expect(
          fetchAvatar(avatarUrl, { lookup, port: canaries.port }),
        ).rejects.toMatchObject({ code: "avatar-address-not-allowed" });
      },
    ),
    { numRuns: effort(150, 2_000) },
  );
  expect(await canaries.connections()).toBe(0);
});

/** The public address of the avatar in this test. */
const good = { address: "127.0.0.1", family: 4 };
/** The address of the canary, which stands for an internal one. */
const inside = { address: "127.0.0.2", family: 4 };

test("a host name that is public when checked and internal when used leads to the checked address", async () => {
  await using avatars = await startAvatarHost((_request, response) =>
    response.end(pixel.png),
  );
  await using canaries = await startCanaries([inside.address], avatars.port);
  let lookups = 0;
  const lookup = async () => [lookups++ % 2 === 0 ? good : inside];

  // A client that resolves the name twice connects to the second answer.
  await lookup();
  await connectTo(await lookup(), avatars.port);
  expect(await canaries.connections()).toBe(1);

  const options = { ...optionsFor(avatars), lookup };
  const { bytes } = await fetchAvatar(avatarUrl, options);
  expect(bytes).toEqual(pixel.png);
  expect(lookups).toBe(3);
  await expect(fetchAvatar(avatarUrl, options)).rejects.toMatchObject({
    code: "avatar-address-not-allowed",
  });
  expect(avatars.connections()).toBe(1);
  expect(await canaries.connections()).toBe(1);
});

/** By the parser, or when the name resolves to this machine. */
async function expectRefused(text: string, canaries: Canaries): Promise<void> {
  const refused = await fetchAvatar(text, {
    lookup: async () => addressesOf(canaries.addresses),
    port: canaries.port,
  }).then(
    () => "an avatar",
    (error: StepFailure) => error.code,
  );
  expect(`${text}: ${refused}`).toMatch(/: avatar-(url|address)-not-allowed$/);
}

const addressesOf = (addresses: readonly string[]) =>
  addresses.map((address) => ({
    address,
    family: address.includes(":") ? 6 : 4,
  }));

async function connectTo(
  [first]: { address: string }[],
  port: number,
): Promise<void> {
  const outgoing = request({ host: first?.address, port, agent: false });
  outgoing.on("error", () => undefined);
  await new Promise((resolve) => outgoing.on("close", resolve).end());
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
