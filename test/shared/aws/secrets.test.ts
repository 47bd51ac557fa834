import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { readSecret } from "../../../shared/aws/secrets.ts";
import {
  type SecretsForTest,
  startSecrets,
} from "../../fixtures/secrets-for-test.ts";

const canary = "canary-4f1d";
const schema = z.strictObject({
  user: z.string(),
  key: z.optional(z.string()),
});

let secrets: SecretsForTest;
beforeAll(async () => {
  secrets = await startSecrets({
    good: { user: "robot" },
    mended: { user: 7 },
    bad: { user: 7, [canary.length]: canary, password: canary },
    text: canary,
    nested: { master: { key: 7 } },
    swapped: { master: { [canary]: "1" } },
    callers: callers("the-first-token"),
  });
});
afterAll(() => secrets.close());

function callers(...keys: string[]) {
  return { bot: { scheme: "bearer", keys, scopes: ["onboard"] } };
}

test("reads a secret with its schema", async () => {
  expect(await readSecret(secrets.client, "good", schema)).toEqual({
    user: "robot",
  });
});

test("resolves to undefined for a secret or a version that does not exist", async () => {
  expect(await readSecret(secrets.client, "none", schema)).toBeUndefined();
  expect(
    await readSecret(secrets.client, "good", schema, "AWSPREVIOUS"),
  ).toBeUndefined();
});

test("names the fields of a secret with a wrong shape, never a value", async () => {
  const reading = readSecret(secrets.client, "bad", schema);
  const error = await reading.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toContain("the secret bad (AWSCURRENT)");
  expect(String(error)).toContain("/user");
  expect(String(error)).not.toContain(canary);
});

test("names each wrong field of a secret by its path", async () => {
  const nested = z.object({ master: z.object({ key: z.string() }) });
  await expect(
    readSecret(secrets.client, "nested", nested),
  ).rejects.toMatchObject({
    code: "secret-malformed",
    message:
      "the secret nested (AWSCURRENT) does not have the documented shape: check /master/key",
  });
});

test("does not quote a key that stands in the place of its version", async () => {
  const versions = z.record(z.string().check(z.regex(/^\d+$/)), z.string());
  const keyed = z.object({ master: versions });
  await expect(readSecret(secrets.client, "swapped", keyed)).rejects.toThrow(
    /: check \/master$/,
  );
});

test("does not quote a secret that is not JSON", async () => {
  await expect(readSecret(secrets.client, "text", schema)).rejects.toThrow(
    /^the secret text \(AWSCURRENT\) does not have the documented shape: check \/$/,
  );
});

test("ignores the previous version of a secret if its shape was wrong", async () => {
  await secrets.put("mended", { user: "robot" });
  expect(await readSecret(secrets.client, "mended", schema)).toEqual({
    user: "robot",
  });
  expect(
    await readSecret(secrets.client, "mended", schema, "AWSPREVIOUS"),
  ).toBeUndefined();
});

test("throws during an outage instead of reporting an absent secret", async () => {
  const other = await startSecrets({ good: { user: "robot" } });
  await other.close();
  await expect(readSecret(other.client, "good", schema)).rejects.toThrow(
    "ECONNREFUSED",
  );
});
