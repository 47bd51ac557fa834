import { expect, test } from "vitest";
import { explainSecretError } from "../../../shared/aws/secrets.ts";
import { ConfigurationError } from "../../../shared/configuration-error.ts";

const errorOf = (name: string) => Object.assign(new Error("canary"), { name });

test.each([
  "AccessDeniedException",
  "DecryptionFailure",
  "InvalidRequestException",
])(
  "a refusal %s to show a secret is secret-denied, and says what to check",
  (name) => {
    const cause = errorOf(name);
    const error = explainSecretError("callers", cause);
    expect(error).toMatchObject({
      code: "secret-denied",
      message: `Secrets Manager refuses to show the secret callers (${name}): check the permissions, the key and whether the secret is deleted`,
      cause,
    });
  },
);

test.each(["InternalServiceError", "TimeoutError"])(
  "any other failure %s is secret-unavailable, and the read is tried again",
  (name) => {
    const cause = errorOf(name);
    expect(explainSecretError("callers", cause)).toMatchObject({
      code: "secret-unavailable",
      message: `Secrets Manager does not show the secret callers (${name}): it is tried again`,
      cause,
    });
  },
);

test("a failure that is no error has no name in the message", () => {
  expect(explainSecretError("callers", "canary")).toMatchObject({
    code: "secret-unavailable",
    message:
      "Secrets Manager does not show the secret callers (): it is tried again",
  });
});

test("a secret with a wrong shape has said what to correct, and its error stays as it is", () => {
  const malformed = new ConfigurationError("secret-malformed", "check /user");
  expect(explainSecretError("callers", malformed)).toBe(malformed);
});
