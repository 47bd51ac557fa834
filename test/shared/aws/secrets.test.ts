import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { explainSecretError, readSecret } from "../../../shared/aws/secrets.ts";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { rows } from "../../fixtures/rows.ts";
import {
  type SecretsForTest,
  startSecrets,
} from "../../fixtures/secrets-for-test.ts";

const canary = "canary-4f1d";
const schema = z.strictObject({
  user: z.string(),
  key: z.optional(z.string()),
});
const nested = z.object({ master: z.object({ key: z.string() }) });
const versions = z.record(z.string().check(z.regex(/^\d+$/)), z.string());

let secrets: SecretsForTest;
beforeAll(async () => {
  secrets = await startSecrets({
    good: { user: "robot" },
    mended: { user: 7 },
    bad: { user: 7, [canary.length]: canary, password: canary },
    text: canary,
    nested: { master: { key: 7 } },
    swapped: { master: { [canary]: "1" } },
  });
});
afterAll(() => secrets.close());

test("a secret is read with its schema, and one that does not exist is undefined", async () => {
  const { client } = secrets;
  expect(await readSecret(client, "good", schema)).toEqual({ user: "robot" });
  expect(await readSecret(client, "none", schema)).toBeUndefined();
  expect(
    await readSecret(client, "good", schema, "AWSPREVIOUS"),
  ).toBeUndefined();
});

test.each(rows<[string, z.ZodMiniType, string]>`
  bad | ${schema} | /user, /
  nested | ${nested} | /master/key
  swapped, whose key stands in the place of its version | ${z.object({ master: versions })} | /master
  text, which is no JSON | ${schema} | /
`)(
  "an error names the wrong fields of the secret %s, and no value",
  async (what, expected, fields) => {
    const [name = ""] = what.split(",");
    await expect(
      readSecret(secrets.client, name, expected),
    ).rejects.toMatchObject({
      code: "secret-malformed",
      message: `the secret ${name} (AWSCURRENT) does not have the documented shape: check ${fields}`,
    });
  },
);

test("the previous version of a secret counts as absent if its shape was wrong", async () => {
  const { client, put } = secrets;
  await put("mended", { user: "robot" });
  expect(await readSecret(client, "mended", schema)).toEqual({ user: "robot" });
  expect(
    await readSecret(client, "mended", schema, "AWSPREVIOUS"),
  ).toBeUndefined();
});

const errorOf = (name: string) => Object.assign(new Error(canary), { name });
const denied = (name: string) =>
  `Secrets Manager refuses to show the secret callers (${name}): check the permissions, the key and whether the secret is deleted`;
const later = (name: string) =>
  `Secrets Manager does not show the secret callers (${name}): it is tried again`;

test.each(rows<[string, unknown, string, string]>`
  a denied access | ${errorOf("AccessDeniedException")} | secret-denied | ${denied("AccessDeniedException")}
  a disabled key | ${errorOf("DecryptionFailure")} | secret-denied | ${denied("DecryptionFailure")}
  a deleted secret | ${errorOf("InvalidRequestException")} | secret-denied | ${denied("InvalidRequestException")}
  an outage | ${errorOf("InternalServiceError")} | secret-unavailable | ${later("InternalServiceError")}
  a value that is no error | ${canary} | secret-unavailable | ${later("")}
`)(
  "a failure to read a secret says what to correct: %s",
  (_, cause, code, message) => {
    const error = explainSecretError("callers", cause);
    expect(error).toMatchObject({ code, message, cause });
  },
);

test("a secret with a wrong shape has said what to correct, and its error stays as it is", () => {
  const wrong = new ConfigurationError("secret-malformed", "check /user");
  expect(explainSecretError("callers", wrong)).toBe(wrong);
});
