import { describe, expect, test } from "vitest";
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

describe("storing the community secret", () => {
  test("keeps the stored master keys, which the file does not contain", async () => {
    const { run, file, stored } = command();
    const changed = { ...credentials, password: `${canary}-new`, token: "t" };
    const path = await file(changed);
    const { code, output } = await run(["community", "--file", path, "--yes"]);
    expect(code).toBe(0);
    expect(output).toContain("changed  password\n");
    expect(output).toContain("added    token\n");
    expect(output).not.toContain(canary);
    expect(output).not.toContain("passwordMaster");
    expect(await stored("community")).toEqual({
      ...changed,
      passwordMaster: { "1": firstKey },
    });
  });

  test("creates the first master key if there is none", async () => {
    const { run, file, stored, secrets } = command();
    await secrets.put(name, {});
    await secrets.put(name, {});
    const path = await file(credentials);
    const { code, output } = await run(["community", "--file", path, "--yes"]);
    expect(code).toBe(0);
    const { passwordMaster } = communitySecretSchema.parse(
      await stored("community"),
    );
    expect(Object.keys(passwordMaster)).toEqual(["1"]);
    expect(passwordMaster["1"]).toHaveLength(43);
    expect(output).not.toContain(passwordMaster["1"]);
    expect(output).not.toContain(canary);
  });

  test("adds a different master key on each request, and keeps all older ones", async () => {
    const { run, file, stored } = command();
    const path = await file(credentials);
    const words = [
      "community",
      "--file",
      path,
      "--yes",
      "--new-master-version",
    ];
    const first = await run(words);
    expect(first.output).toContain("changed  passwordMaster (2)");
    await run(words);
    const { passwordMaster } = communitySecretSchema.parse(
      await stored("community"),
    );
    expect(passwordMaster).toMatchObject({ "1": firstKey });
    expect(Object.keys(passwordMaster)).toEqual(["1", "2", "3"]);
    expect(new Set(Object.values(passwordMaster)).size).toBe(3);
  });

  test("restores a master key of the previous version that is missing in the current one", async () => {
    const { run, file, stored, secrets } = command();
    const second = { "2": "k".repeat(32) };
    await secrets.put(name, { ...credentials, passwordMaster: second });
    const path = await file(credentials);
    await run(["community", "--file", path, "--yes"]);
    expect(await stored("community")).toMatchObject({
      passwordMaster: { "1": firstKey, ...second },
    });
  });

  test("adds master keys of another installation to the stored ones", async () => {
    const { run, file, stored } = command();
    const passwordMaster = { "1": firstKey, "7": "k".repeat(32) };
    const path = await file({ ...credentials, passwordMaster });
    expect((await run(["community", "--file", path, "--yes"])).code).toBe(0);
    expect(await stored("community")).toMatchObject({ passwordMaster });
  });

  test("does not replace the key of a stored master version", async () => {
    const { run, file, stored } = command();
    const passwordMaster = { "1": `${canary}-${"k".repeat(32)}` };
    const path = await file({ ...credentials, passwordMaster });
    const { code, output } = await run(["community", "--file", path, "--yes"]);
    expect(code).toBe(1);
    expect(output).toContain(
      "Version 1 of passwordMaster is stored with another key",
    );
    expect(output).not.toContain(canary);
    expect(await stored("community")).toMatchObject({
      passwordMaster: { "1": firstKey },
    });
  });

  test.each([
    ["is not JSON", "canary"],
    ["has invalid master keys", { passwordMaster: [firstKey] }],
  ])(
    "does not replace stored content that %s, because its master keys would be lost",
    async (_, content) => {
      const { run, file, stored, secrets } = command();
      await secrets.put(name, content);
      const path = await file(credentials);
      const { code, output } = await run([
        "community",
        "--file",
        path,
        "--yes",
        "--new-master-version",
      ]);
      expect(code).toBe(1);
      expect(output).toContain("passwordMaster cannot be kept");
      expect(output).not.toContain(canary);
      expect(await stored("community")).toEqual(content);
    },
  );

  test("rejects invalid content with the place of each issue", async () => {
    const { run, file, stored } = command();
    const path = await file({
      ...credentials,
      password: 7,
      passwort: canary,
      passwordMaster: { v2: canary },
    });
    const { code, output } = await run(["community", "--file", path, "--yes"]);
    expect(code).toBe(1);
    expect(output).toContain("#/password must be a string");
    expect(output).toContain("#/passwort is not a known field");
    expect(output).toContain("#/passwordMaster/v2 ");
    expect(output).not.toContain(canary);
    expect(await stored("community")).toMatchObject(credentials);
  });
});
