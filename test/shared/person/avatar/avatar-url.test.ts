import { describe, expect, test } from "vitest";
import { StepFailure } from "../../../../shared/step-failure.ts";
import { parseAvatarUrl } from "../../../../shared/person/avatar/fetch-avatar.ts";

describe("accepted avatar URLs", () => {
  test.each([
    "https://avatars.example.test/7.png",
    "https://avatars.example.test:443/7.png?size=256#face",
    "HTTPS://AVATARS.EXAMPLE.TEST/7.png",
    "https://my_bucket.s3.eu-central-1.example.test/7.png",
    "https://bücher.example.test/7.png",
    "https://avatars.xn--p1ai/7.png",
    "https://1.2.3.4.example.test/",
    "https://localhost.example.test/",
    "https://a.localhost.example.test/",
    "https://a.internal.example.test/",
  ])("an https URL at a full domain name is accepted: %s", (text) => {
    const url = parseAvatarUrl(text);
    expect(url.protocol).toBe("https:");
    expect(url.port).toBe("");
  });
});

// test/security/outbound/avatar-urls.test.ts has the rule for any text, and all spellings of this machine.
test.each([
  "",
  "avatars.example.test/s3cret.png",
  "http://avatars.example.test/s3cret.png",
  "https://avatars.example.test:8443/s3cret.png",
  "https://s3cret@avatars.example.test/",
  "https://:s3cret@avatars.example.test/",
  "https://127.0.0.1/s3cret",
  // Public addresses too, because the host must be a full domain name.
  "https://8.8.8.8/s3cret",
  "https://[2001:4860:4860::8888]/s3cret",
  "https://intranet/s3cret",
  "https://printer.local/s3cret",
  "https://.example.test/s3cret",
  "https://avatars.example.test./s3cret",
  `https://${"a".repeat(64)}.example.test/s3cret`,
  `https://${"a.".repeat(124)}example/s3cret`,
])(
  "a URL is refused for good, and the reason does not repeat it: %j",
  (text) => {
    const error = errorOf(() => parseAvatarUrl(text));
    expect(error).toMatchObject({
      name: "StepFailure",
      code: "avatar-url-not-allowed",
      retryable: false,
    });
    expect(error.message).not.toContain("s3cret");
    expect(error.cause).toBeUndefined();
  },
);

function errorOf(act: () => unknown): StepFailure {
  try {
    act();
  } catch (error) {
    if (error instanceof StepFailure) return error;
    throw error;
  }
  throw new Error("It was allowed.");
}
