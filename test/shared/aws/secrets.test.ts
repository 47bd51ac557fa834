import {
  type SecretsManagerClient,
  SecretsManagerServiceException,
} from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { readSecret } from "../../../shared/aws/secrets.ts";
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
    bad: { user: 7, [canary]: canary, password: canary },
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

/** Secrets Manager answers with one error. Without a status it does not answer. */
const failing = (name: string, status?: number) =>
  ({
    send: () =>
      Promise.reject(
        status === undefined
          ? Object.assign(new Error(canary), { name })
          : new SecretsManagerServiceException({
              name,
              message: canary,
              $fault: "client",
              $metadata: { httpStatusCode: status },
            }),
      ),
  }) as unknown as SecretsManagerClient;

const messageOf = {
  "secret-denied": (name: string) =>
    `Secrets Manager refuses to show the secret callers (${name}): check the permissions, the credentials of the function, the key and whether the secret is deleted`,
  "secret-unavailable": (name: string) =>
    `Secrets Manager does not show the secret callers (${name}): it is tried again`,
};

test.each(rows<[string, number | undefined, keyof typeof messageOf]>`
  AccessDeniedException    | ${400} | secret-denied
  DecryptionFailure        | ${400} | secret-denied
  ExpiredTokenException    | ${403} | secret-denied
  InvalidRequestException  | ${400} | secret-denied
  RequestLimitExceeded     | ${400} | secret-unavailable
  RequestTimeout           | ${400} | secret-unavailable
  RequestTimeoutException  | ${408} | secret-unavailable
  Throttling               | ${400} | secret-unavailable
  ThrottlingException      | ${400} | secret-unavailable
  TooManyRequestsException | ${400} | secret-unavailable
  InternalServiceError     | ${500} | secret-unavailable
  Unknown                  | ${503} | secret-unavailable
  Unknown                  | ${429} | secret-unavailable
  TimeoutError             | ${undefined} | secret-unavailable
`)(
  "the answer %s with status %s is a denial or an outage: %s",
  async (name, status, code) => {
    await expect(
      readSecret(failing(name, status), "callers", schema),
    ).rejects.toMatchObject({
      code,
      message: messageOf[code](name),
      cause: { name },
    });
  },
);
