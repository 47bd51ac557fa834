import { expect, test } from "vitest";
import { communitySecretSchema } from "../../../../shared/platform-auth/community-secret.ts";
import { useCommand } from "./command.ts";

const canary = "canary-4f1d";
const credentials = {
  consumerKey: `${canary}-consumer-key`,
  consumerSecret: `${canary}-consumer-secret`,
  username: "service",
  password: `${canary}-password`,
};
const firstKey = `${canary}-the-first-master-key-of-32-characters`;
const name = "community-automation/community";

const command = useCommand({
  community: { ...credentials, passwordMaster: { "1": firstKey } },
});

async function runWith(content: unknown, ...words: string[]) {
  const path = await command().file(content);
  const { run } = command();
  return run(["community", "--file", path, "--yes", ...words]);
}

test("storing the community secret keeps the master keys, which the file does not contain, and adds one on request", async () => {
  const { stored } = command();
  const changed = { ...credentials, password: `${canary}-new`, token: "t" };
  const { code, output } = await runWith(changed);
  expect(code).toBe(0);
  expect(output).toContain("changed  password\n");
  expect(output).toContain("added    token\n");
  expect(output).not.toContain(canary);
  expect(output).not.toContain("passwordMaster");
  expect(await stored("community")).toEqual({
    ...changed,
    passwordMaster: { "1": firstKey },
  });

  const added = await runWith(changed, "--new-master-version");
  expect(added.output).toContain("changed  passwordMaster (2)");
  const { passwordMaster } = communitySecretSchema.parse(
    await stored("community"),
  );
  expect(Object.keys(passwordMaster)).toEqual(["1", "2"]);
  expect(added.output).not.toContain(passwordMaster["2"]);
});

test("storing the community secret restores a master key that only its previous version has", async () => {
  const { stored, secrets } = command();
  const second = { "2": "k".repeat(32) };
  await secrets.put(name, { ...credentials, passwordMaster: second });
  await runWith(credentials);
  expect(await stored("community")).toMatchObject({
    passwordMaster: { "1": firstKey, ...second },
  });
});

test("stored content whose master keys would be lost is not replaced", async () => {
  const { stored, secrets } = command();
  const content = { passwordMaster: [firstKey] };
  await secrets.put(name, content);
  const { code, output } = await runWith(credentials, "--new-master-version");
  expect(code).toBe(1);
  expect(output).toContain("passwordMaster cannot be kept");
  expect(output).not.toContain(canary);
  expect(await stored("community")).toEqual(content);
});
