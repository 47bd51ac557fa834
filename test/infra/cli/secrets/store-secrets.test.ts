import { expect, describe, test } from "vitest";
import { useCommand } from "./command.ts";

const canary = "canary-4f1d-of-the-bot";
const bot = { scheme: "bearer", keys: [canary], scopes: ["status:any"] };
const chat = {
  scheme: "slack",
  keys: ["canary-4f1d-of-slack"],
  scopes: ["status:own"],
};
const hr = {
  scheme: "standard-webhooks",
  keys: [`whsec_${Buffer.alloc(32, "canary-4f1d").toString("base64")}`],
  scopes: ["onboard"],
};
const secretWords = /canary|Y2FuYXJ5/;

const credentials = {
  consumerKey: "canary-4f1d-consumer-key",
  consumerSecret: "canary-4f1d-consumer-secret",
  username: "service",
  password: "canary-4f1d-password",
};
const [firstKey, secondKey] = ["1".repeat(32), "2".repeat(32)];

const command = useCommand({
  callers: { bot, chat },
  community: { ...credentials, passwordMaster: { "1": firstKey } },
});

/** Runs the command with a file that has this content. */
async function runWith(content: unknown, ...words: string[]) {
  const path = await command().file(content);
  return {
    path,
    ...(await command().run(["callers", "--file", path, ...words])),
  };
}

describe("storing callers", () => {
  test("replaces all callers, and shows the names of added, changed and removed callers", async () => {
    const { stored } = command();
    const wanted = { bot: { ...bot, keys: [`${canary}-2`], scopes: [] }, hr };
    const { code, output } = await runWith(wanted, "--yes");
    expect(code).toBe(0);
    expect(output).toContain("changed  bot (keys, scopes)");
    expect(output).toContain("removed  chat");
    expect(output).toContain("added    hr");
    expect(output).toContain("Stored.");
    expect(output).not.toMatch(secretWords);
    expect(await stored("callers")).toEqual(wanted);
    expect(await stored("callers", "AWSPREVIOUS")).toEqual({ bot, chat });
  });

  test("reads the callers from the standard input", async () => {
    const { run, stored } = command();
    const input = JSON.stringify({ hr });
    await run(["callers", "--file", "-", "--yes"], { input });
    expect(await stored("callers")).toEqual({ hr });
  });

  test("stores nothing without a confirmation, and nothing that has issues", async () => {
    const asked = await runWith({ hr });
    expect(asked.code).toBe(1);
    expect(asked.output).toContain("removed  bot");
    expect(asked.output).toContain("add --yes");
    const short = { ...bot, keys: ["canary-4f1d"] };
    const refused = await runWith({ bot, short }, "--yes");
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("is invalid");
    expect(refused.output).toContain("#/short/keys/0 must have");
    expect(refused.output).not.toMatch(secretWords);
    expect(await command().stored("callers")).toEqual({ bot, chat });
  });

  test("warns of a map that leads to events for which its caller has no scope", async () => {
    const map = {
      type: { value: "employee.terminated" },
      fields: { "/employeeId": "/id" },
    };
    for (const way of ["--check", "--yes"]) {
      const { code, output } = await runWith({ hr: { ...hr, map } }, way);
      expect(code).toBe(0);
      expect(output).toContain(
        "Warning: callers #/hr/scopes has no offboard, so events to which its map leads are refused: employee.terminated\n",
      );
      expect(output).not.toContain("It was not compared");
      expect(output).not.toMatch(secretWords);
    }
  });

  test("creates no version if the content is already stored, so the previous keys stay valid", async () => {
    const { stored, secrets } = command();
    await secrets.put("community-automation/callers", { bot });
    const { code, output } = await runWith({ bot }, "--yes");
    expect(code).toBe(0);
    expect(output).toContain("nothing was stored");
    expect(await stored("callers", "AWSPREVIOUS")).toEqual({ bot, chat });
  });

  test("removes a revoked key from the current and the previous version", async () => {
    const { stored } = command();
    const { code, output } = await runWith({ chat }, "--yes", "--revoke");
    expect(code).toBe(0);
    expect(output).toContain("removed  bot");
    expect(output).toContain("the previous version is discarded");
    expect(await stored("callers")).toEqual({ chat });
    expect(await stored("callers", "AWSPREVIOUS")).toEqual({ chat });
  });
});

// `generate-key.test.ts` has the rules of the master keys.
test("storing the community secret keeps the master keys of both versions, which the file does not contain", async () => {
  const { run, file, stored, secrets } = command();
  const passwordMaster = { "2": secondKey };
  const current = { ...credentials, passwordMaster };
  await secrets.put("community-automation/community", current);
  const changed = { ...credentials, password: "canary-new", token: "t" };
  const words = ["community", "--file", await file(changed), "--yes"];
  const { code, output } = await run(words);
  expect(code).toBe(0);
  expect(output).toContain("changed  password\n");
  expect(output).toContain("added    token\n");
  expect(output).not.toMatch(secretWords);
  expect(await stored("community")).toEqual({
    ...changed,
    passwordMaster: { "1": firstKey, "2": secondKey },
  });

  const added = await run([...words, "--new-master-version"]);
  expect(added.output).toContain("changed  passwordMaster (3)");
});

test("--check stores nothing and sends no request to AWS", async () => {
  const { run, file, stored } = command();
  const path = await file({ hr });
  const { code, output } = await run(["callers", "--file", path, "--check"], {
    environment: { AWS_ENDPOINT_URL_SECRETS_MANAGER: "http://127.0.0.1:1" },
  });
  expect({ code, output }).toEqual({
    code: 0,
    output: `${path}: no issues found.\n`,
  });
  expect(await stored("callers")).toEqual({ bot, chat });
});

test("--check names the line of a file that is not JSON, and no value", async () => {
  const text = '{\n  "bot": { "keys": ["canary"] x }\n}';
  const { code, output } = await runWith(text, "--check");
  expect(code).toBe(1);
  expect(output).toMatch(/is not JSON: look at line 2/);
  expect(output).not.toMatch(secretWords);
});

test("a generated key is not shown, and is written only to the file", async () => {
  const { read, stored, run, file } = command();
  const made = await runWith({ bot, chat }, "--generate-key", "bot");
  expect(made.code).toBe(0);
  const after = await read(made.path);
  const { keys } = (after as { bot: typeof bot }).bot;
  expect(keys).toEqual([expect.any(String), canary]);
  expect(made.output).not.toContain(keys[0]);
  expect(made.output).not.toMatch(secretWords);
  expect(await stored("callers")).toEqual({ bot, chat });

  const url = "https://desk.example.com/hooks";
  const path = await file({ desk: { format: "webhook", url, keys: hr.keys } });
  const words = ["subscribers", "--file", path, "--generate-key", "desk"];
  const { output } = await run(words);
  expect(output).toContain("give the key to the subscriber");
  expect(output).not.toMatch(/whsec_|canary|Y2FuYXJ5/);
  expect(JSON.stringify(await read(path))).toMatch(
    /"keys":\["whsec_[^"]{44}",/,
  );
});
