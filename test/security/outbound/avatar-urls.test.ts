import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StepFailure } from "../../../shared/step-failure.ts";
import {
  fetchAvatar,
  parseAvatarUrl,
} from "../../../shared/person/avatar/fetch-avatar.ts";
import { anyUtf16 } from "../../fixtures/any-text.ts";
import { blockedAddresses, publicAddresses } from "../../shared/addresses.ts";
import { pixel } from "../../shared/person/avatar/images.ts";
import {
  avatarUrl,
  optionsFor,
  startAvatarHost,
  startSilentHost,
} from "../../shared/person/avatar/loopback.ts";
import { effort } from "../../resilience/effort.ts";
import { localHosts, urlsTo } from "./hostile-urls.ts";

const publicHost = "avatars.example.test";

describe("an avatar URL", () => {
  test.each([
    "https://avatars.example.test/7.png",
    "https://avatars.example.test:443/7.png?size=256#face",
    "HTTPS://AVATARS.EXAMPLE.TEST/7.png",
    "https://my_bucket.s3.eu-central-1.example.test/7.png",
    "https://bücher.example.test/7.png",
    "https://avatars.xn--p1ai/7.png",
    "https://1.2.3.4.example.test/",
    "https://localhost.example.test/",
    "https://a.internal.example.test/",
  ])("is accepted with https at a full domain name: %s", (text) => {
    expect(parseAvatarUrl(text).href).toBe(new URL(text).href);
  });

  test.each([
    ...localHosts.map((host) => `https://${host}/s3cret`),
    ...urlsTo("127.0.0.1", "https", "intranet"),
    "",
    "avatars.example.test/s3cret.png",
    `http://${publicHost}/s3cret.png`,
    `https://${publicHost}:8443/s3cret.png`,
    `https://s3cret@${publicHost}/`,
    `https://:s3cret@${publicHost}/`,
    `https://${publicHost}./s3cret`,
    `https://.${publicHost}/s3cret`,
    // Public addresses too, because the host must be a full domain name.
    "https://8.8.8.8/s3cret",
    "https://[2001:4860:4860::8888]/s3cret",
    `https://${"a".repeat(64)}.example.test/s3cret`,
    `https://${"a.".repeat(124)}example/s3cret`,
  ])("is refused for good, and the reason does not repeat it: %j", (text) => {
    const refused = { code: "avatar-url-not-allowed", retryable: false };
    const error = errorOf(() => parseAvatarUrl(text));
    expect(error).toMatchObject(refused);
    expect(error?.message).not.toContain("s3cret");
    expect(error?.cause).toBeUndefined();
  });

  test("is refused, or names a full public domain on port 443, whatever its parts are", () => {
    const numRuns = effort(500, 50_000);
    let allowed = 0;
    fc.assert(
      fc.property(mixedUrl, (text) => {
        if (errorOf(() => parseAvatarUrl(text))) return;
        const url = parseAvatarUrl(text);
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

describe("the host name of an avatar", () => {
  const [first = "", second = ""] = publicAddresses;

  test("gets no connection if one of its addresses is not public, at any place", async () => {
    await using silent = await startSilentHost();
    for (const bad of blockedAddresses)
      for (const place of [0, 1, 2]) {
        const addresses = [first, second].toSpliced(place, 0, bad);
        const lookup = async () =>
          addresses.map((address) => ({
            address,
            family: address.includes(":") ? 6 : 4,
          }));
        await expect(
          fetchAvatar(avatarUrl, { lookup, port: silent.port }),
        ).rejects.toMatchObject({ code: "avatar-address-not-allowed" });
      }
    expect(silent.connections()).toBe(0);
  });

  test("is resolved once: the address that was checked is used, whatever the next answer is", async () => {
    await using host = await startAvatarHost((_request, response) =>
      response.end(pixel.png),
    );
    const options = optionsFor(host);
    const answers = [
      options.lookup,
      async () => [{ address: "127.0.0.2", family: 4 }],
    ];
    let lookups = 0;
    const rebinding = { ...options, lookup: () => answers[lookups++]!() };
    expect((await fetchAvatar(avatarUrl, rebinding)).bytes).toEqual(pixel.png);
    expect(lookups).toBe(1);
    await expect(fetchAvatar(avatarUrl, rebinding)).rejects.toMatchObject({
      code: "avatar-address-not-allowed",
    });
    expect(host.connections()).toBe(1);
  });
});

function errorOf(act: () => unknown): StepFailure | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof StepFailure) return error;
    throw error;
  }
}

const oneOf = (words: string) => fc.constantFrom(...words.split(" "));

/** Texts of a scheme, a user, parts of a host, and a path, each usual or hostile. A repeated text is likelier. */
const mixedUrl = fc
  .tuple(
    fc.constantFrom(
      "https://",
      "https://",
      "https:",
      "",
      "http://",
      "HTTPS:\\\\",
    ),
    fc.constantFrom("", "", "user@", ":password@", "@", "a%40b@"),
    fc.array(
      fc.oneof(
        oneOf(`. .. : @ # ? / \\ %2e %2f %40 %00 。 ０ ß ı \0 \t \u00ad`),
        oneOf(
          "127.0.0.1 0x7f 017700000001 [::1] localhost xn--p1ai ｌｏｃａｌ",
        ),
        oneOf(".local .LOCAL .internal .home.arpa .localhost .localdomain"),
        oneOf(
          `${publicHost} ${publicHost} ${publicHost} example :443 :80 :8443`,
        ),
        fc.ipV4Extended(),
        fc.ipV6().map((address) => `[${address}]`),
        fc.stringMatching(/^[a-z0-9-]{1,9}\.[a-z]{2,9}$/),
        anyUtf16(3),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    fc.constantFrom("", "/", "/a.png?b=c#d", "\\@evil.test", "@evil.test"),
  )
  .map(([scheme, user, host, path]) => [scheme, user, ...host, path].join(""));
