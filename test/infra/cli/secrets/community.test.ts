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
  test("keeps the master keys that are stored, which the file need not know", async () => {
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

  test("makes the first master key where there is none", async () => {
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

  test("adds a version on request, a different one each time, and drops none", async () => {
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

  test("brings back a version that the last one to store it left out", async () => {
    const { run, file, stored, secrets } = command();
    const second = { "2": "k".repeat(32) };
    await secrets.put(name, { ...credentials, passwordMaster: second });
    const path = await file(credentials);
    await run(["community", "--file", path, "--yes"]);
    expect(await stored("community")).toMatchObject({
      passwordMaster: { "1": firstKey, ...second },
    });
  });

  test("takes over master keys of another installation beside those that are stored", async () => {
    const { run, file, stored } = command();
    const passwordMaster = { "1": firstKey, "7": "k".repeat(32) };
    const path = await file({ ...credentials, passwordMaster });
    expect((await run(["community", "--file", path, "--yes"])).code).toBe(0);
    expect(await stored("community")).toMatchObject({ passwordMaster });
  });

  test("never gives a version another key", async () => {
    const { run, file, stored } = command();
    const passwordMaster = { "1": `${canary}-${"k".repeat(32)}` };
    const path = await file({ ...credentials, passwordMaster });
    const { code, output } = await run(["community", "--file", path, "--yes"]);
    expect(code).toBe(1);
    expect(output).toContain("version 1 is stored with another key");
    expect(output).not.toContain(canary);
    expect(await stored("community")).toMatchObject({
      passwordMaster: { "1": firstKey },
    });
  });

  test.each([
    ["is no JSON", "canary"],
    ["has other things for master keys", { passwordMaster: [firstKey] }],
  ])(
    "leaves what %s alone, for nobody can tell which keys it has",
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

  test("refuses what is not as documented, with every place", async () => {
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
