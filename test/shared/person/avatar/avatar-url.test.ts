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

describe("refused avatar URLs", () => {
  test.each([
    // Not https on port 443
    "",
    "avatars.example.test/s3cret.png",
    "//avatars.example.test/s3cret.png",
    "http://avatars.example.test/s3cret.png",
    "ftp://avatars.example.test/s3cret.png",
    "file:///var/task/s3cret.png",
    "file://avatars.example.test/s3cret.png",
    "data:image/png;base64,s3cret",
    "javascript:s3cret",
    "blob:https://avatars.example.test/s3cret",
    "https://avatars.example.test:80/s3cret.png",
    "https://avatars.example.test:8443/s3cret.png",
    "https://avatars.example.test:0/s3cret.png",
    "https://avatars.example.test:99999/s3cret.png",
    // Username or password
    "https://s3cret@avatars.example.test/",
    "https://user:s3cret@avatars.example.test/",
    "https://:s3cret@avatars.example.test/",
    "https://avatars.example.test:443@127.0.0.1/s3cret",
    // 127.0.0.1, whose other spellings are in test/security/outbound
    "https://127.0.0.1/s3cret",
    "https://127.0.0.1./s3cret",
    // Other addresses, and brackets
    "https://0/s3cret",
    "https://169.254.169.254/s3cret",
    "https://[::]/s3cret",
    "https://[::1]/s3cret",
    "https://[fd00:ec2::254]/s3cret",
    "https://[fe80::1%25eth0]/s3cret",
    // Public addresses too, because the host must be a full domain name
    "https://8.8.8.8/s3cret",
    "https://[2001:4860:4860::8888]/s3cret",
    // Not a full domain name, or one of the local domains
    "https://localhost/s3cret",
    "https://intranet/s3cret",
    "https://intranet./s3cret",
    "https://printer.local/s3cret",
    "https://router.home.arpa/s3cret",
    "https://.example.test/s3cret",
    "https://a..example.test/s3cret",
    "https://avatars.example.test./s3cret",
    "https://avatars.example.1a-/s3cret",
    "https://avatars.example.123/s3cret",
    "https://$(s3cret).example.test/",
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
});

function errorOf(act: () => unknown): StepFailure {
  try {
    act();
  } catch (error) {
    if (error instanceof StepFailure) return error;
    throw error;
  }
  throw new Error("It was allowed.");
}
