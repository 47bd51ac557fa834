import { expect, describe, test } from "vitest";
import { callersSchema } from "../../../../shared/webhook/callers-secret.ts";
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

const command = useCommand({ callers: { bot, chat } });

describe("storing callers", () => {
  test("replaces them all, and says by name what is added, changed and removed", async () => {
    const { run, file, stored } = command();
    const wanted = { bot: { ...bot, keys: [`${canary}-2`], scopes: [] }, hr };
    const path = await file(wanted);
    const { code, output } = await run(["callers", "--file", path, "--yes"]);
    expect(code).toBe(0);
    expect(output).toContain("changed  bot (keys, scopes)");
    expect(output).toContain("removed  chat");
    expect(output).toContain("added    hr");
    expect(output).toContain("Stored.");
    expect(output).not.toMatch(secretWords);
    expect(await stored("callers")).toEqual(wanted);
    expect(await stored("callers", "AWSPREVIOUS")).toEqual({ bot, chat });
  });

  test("takes them from the standard input, too", async () => {
    const { run, stored } = command();
    const input = JSON.stringify({ hr });
    const ran = await run(["callers", "--file", "-", "--yes"], { input });
    expect(ran.code).toBe(0);
    expect(await stored("callers")).toEqual({ hr });
  });

  test("without a yes stores nothing", async () => {
    const { run, file, stored } = command();
    const { code, output } = await run([
      "callers",
      "--file",
      await file({ hr }),
    ]);
    expect(code).toBe(1);
    expect(output).toContain("removed  bot");
    expect(output).toContain("add --yes");
    expect(await stored("callers")).toEqual({ bot, chat });
  });

  test("that are stored already makes no version, so that the previous keys stay what they are", async () => {
    const { run, file, stored, secrets } = command();
    await secrets.put("community-automation/callers", { bot });
    const path = await file({ bot });
    const { code, output } = await run(["callers", "--file", path, "--yes"]);
    expect(code).toBe(0);
    expect(output).toContain("nothing was stored");
    expect(await stored("callers", "AWSPREVIOUS")).toEqual({ bot, chat });
  });

  test("to revoke a key leaves it in no version that counts", async () => {
    const { run, file, stored } = command();
    const path = await file({ chat });
    const words = ["callers", "--file", path, "--yes", "--revoke"];
    const { code, output } = await run(words);
    expect(code).toBe(0);
    expect(output).toContain("removed  bot");
    expect(output).toContain("the version before is forgotten");
    expect(await stored("callers")).toEqual({ chat });
    expect(await stored("callers", "AWSPREVIOUS")).toEqual({ chat });
  });
});

describe("callers that are not as documented are refused", () => {
  test("each with every place and what is expected there, and nothing is stored", async () => {
    const { run, file, stored } = command();
    const path = await file({
      bot,
      short: { ...bot, keys: ["canary-4f1d"] },
      odd: { scheme: "canary-4f1d", keys: [canary], scopes: [] },
      hr: {
        ...hr,
        scopes: ["canary-4f1d"],
        map: { type: canary, fields: { "/employeeId": canary } },
      },
    });
    const { code, output } = await run(["callers", "--file", path, "--yes"]);
    expect(code).toBe(1);
    expect(output).toContain("is refused");
    expect(output).toContain("#/short/keys/0 must have at least 12 characters");
    expect(output).toMatch(/#\/odd\/scheme must be one of .*standard-webhooks/);
    expect(output).toContain("#/hr/scopes/0 must be one of onboard");
    expect(output).toMatch(/#\/hr\/map\/type must /);
    expect(output).toMatch(/#\/hr\/map\/fields\S* must /);
    expect(output).not.toMatch(secretWords);
    expect(await stored("callers")).toEqual({ bot, chat });
  });

  test.each([
    ["a name that no path can hold", { "a/b": bot }, "#/a~1b its name"],
    ["a list", [bot], "# must be a record"],
    [
      "more than a secret can hold",
      { bot: { ...bot, keys: ["k".repeat(65_536)] } },
      "# must have at most 65536 bytes",
    ],
  ])("%s", async (_, content, issue) => {
    const { run, file } = command();
    const path = await file(content);
    const { code, output } = await run(["callers", "--file", path, "--check"]);
    expect(code).toBe(1);
    expect(output).toContain(issue);
    expect(output).not.toMatch(secretWords);
  });

  test.each([
    ["with its place", '{\n  "bot": { "keys": ["canary"] x }\n}', "line 2"],
    ["and never quoted", "canary", "is not JSON"],
  ])("what is no JSON, %s", async (_, text, words) => {
    const { run, file } = command();
    const path = await file(text);
    const { code, output } = await run(["callers", "--file", path, "--check"]);
    expect(code).toBe(1);
    expect(output).toContain(words);
    expect(output).not.toMatch(secretWords);
  });
});

test("a check stores nothing and asks nobody", async () => {
  const { run, file, stored } = command();
  const path = await file({ hr });
  const { code, output } = await run(["callers", "--file", path, "--check"], {
    environment: { AWS_ENDPOINT_URL_SECRETS_MANAGER: "http://127.0.0.1:1" },
  });
  expect({ code, output }).toEqual({
    code: 0,
    output: `${path}: nothing is wrong with it.\n`,
  });
  expect(await stored("callers")).toEqual({ bot, chat });
});

describe("a fresh key", () => {
  test.each([
    ["standard-webhooks", hr],
    ["bearer", bot],
  ])(
    "for %s comes before the others, is shown to nobody and stored nowhere but in the file",
    async (_, entry) => {
      const { run, file, read, stored } = command();
      const path = await file({ one: entry, chat });
      const words = ["callers", "--file", path, "--generate-key", "one"];
      const { code, output } = await run(words);
      expect(code).toBe(0);
      const { one, ...others } = callersSchema.parse(await read(path));
      const [fresh = "", ...older] = one && "keys" in one ? one.keys : [];
      expect(older).toEqual(entry.keys);
      expect(others).toHaveProperty("chat");
      expect(fresh.length).toBeGreaterThan(42);
      expect(output).not.toContain(fresh);
      expect(output).not.toMatch(secretWords);
      expect(await stored("callers")).toEqual({ bot, chat });

      await run(words);
      const again = callersSchema.parse(await read(path))["one"];
      expect(again?.scheme).toBe(entry.scheme);
      const [newest, ...before] = again && "keys" in again ? again.keys : [];
      expect(before).toEqual([fresh, ...older]);
      expect(newest).not.toBe(fresh);
    },
  );

  test.each([
    ["who is not there", "nobody", "there is no caller nobody"],
    ["who is but a word of the language", "toString", "there is no caller"],
    ["whose product issues them", "chat", "issued by the product"],
  ])("is not made for a caller %s", async (_, name, words) => {
    const { run, file, read } = command();
    const path = await file({ bot, chat });
    const { code, output } = await run([
      "callers",
      "--file",
      path,
      "--generate-key",
      name,
    ]);
    expect(code).toBe(1);
    expect(output).toContain(words);
    expect(await read(path)).toEqual({ bot, chat });
  });
});
