import { expect, describe, test } from "vitest";
import { callersSchema } from "../../../../shared/webhook/callers-secret.ts";
import { effort, isThorough } from "../../../resilience/effort.ts";
import { useCommand } from "./command.ts";
import { rows } from "../../../fixtures/rows.ts";

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

describe("subscribers of notices", () => {
  const url = "https://desk.example.com/hooks";
  const desk = { format: "webhook", url, keys: hr.keys };

  test("a file of subscribers is checked entry by entry, and no value is shown", async () => {
    const { run, file } = command();
    const path = await file({
      desk,
      plain: { format: "slack", url: "http://chat.example.com/canary" },
      odd: { ...desk, keys: ["canary"], types: ["operation.unknown"] },
    });
    const { code, output } = await run([
      "subscribers",
      "--file",
      path,
      "--check",
    ]);
    expect(code).toBe(1);
    expect(output).toContain("#/plain/url must be an https address");
    expect(output).toContain("#/odd/keys/0");
    expect(output).toContain("#/odd/types/0");
    expect(output).not.toContain("#/desk");
    expect(output).not.toMatch(secretWords);
  });

  test("a generated key of a subscriber comes before its other keys, is not shown, and makes a valid file", async () => {
    const { run, file, read } = command();
    const path = await file({ desk });
    const words = ["subscribers", "--file", path];
    const { code, output } = await run([...words, "--generate-key", "desk"]);
    expect(code).toBe(0);
    const after = await read(path);
    expect(after).toEqual({
      desk: { ...desk, keys: [expect.any(String), ...desk.keys] },
    });
    expect(JSON.stringify(after)).toMatch(/"keys":\["whsec_[^"]{44}",/);
    expect(output).toContain("give the key to the subscriber");
    expect(output).not.toMatch(/whsec_|canary|Y2FuYXJ5/);
    expect(await run([...words, "--check"])).toMatchObject({ code: 0 });
  });

  test.each([
    ["that does not exist", "nobody", "There is no subscriber nobody"],
    ["of a chat tool", "chat", "The subscriber chat has no keys"],
  ])("a key is not generated for a subscriber %s", async (_, name, words) => {
    const { run, file, read } = command();
    const content = { desk, chat: { format: "slack", url } };
    const path = await file(content);
    const { code, output } = await run([
      "subscribers",
      "--file",
      path,
      "--generate-key",
      name,
    ]);
    expect(code).toBe(1);
    expect(output).toContain(words);
    expect(await read(path)).toEqual(content);
  });
});

describe("storing callers", () => {
  test("replaces all callers, and shows the names of added, changed and removed callers", async () => {
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

  test.runIf(isThorough)(
    "reads the callers from the standard input",
    async () => {
      const { run, stored } = command();
      const input = JSON.stringify({ hr });
      const ran = await run(["callers", "--file", "-", "--yes"], { input });
      expect(ran.code).toBe(0);
      expect(await stored("callers")).toEqual({ hr });
    },
  );

  test("stores nothing without a confirmation", async () => {
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

  test("warns of a map that leads to events for which its caller has no scope", async () => {
    const { run, file } = command();
    const map = {
      type: { value: "employee.terminated" },
      fields: { "/employeeId": "/id" },
    };
    const words = ["callers", "--file", await file({ hr: { ...hr, map } })];
    for (const way of ["--check", "--yes"]) {
      const { code, output } = await run([...words, way]);
      expect(code).toBe(0);
      expect(output).toContain(
        "Warning: callers #/hr/scopes has no offboard, so events to which its map leads are refused: employee.terminated\n",
      );
      expect(output).not.toContain("It was not compared");
      expect(output).not.toMatch(secretWords);
    }
  });

  test("creates no version if the content is already stored, so the previous keys stay valid", async () => {
    const { run, file, stored, secrets } = command();
    await secrets.put("community-automation/callers", { bot });
    const path = await file({ bot });
    const { code, output } = await run(["callers", "--file", path, "--yes"]);
    expect(code).toBe(0);
    expect(output).toContain("nothing was stored");
    expect(await stored("callers", "AWSPREVIOUS")).toEqual({ bot, chat });
  });

  test("removes a revoked key from the current and the previous version", async () => {
    const { run, file, stored } = command();
    const path = await file({ chat });
    const words = ["callers", "--file", path, "--yes", "--revoke"];
    const { code, output } = await run(words);
    expect(code).toBe(0);
    expect(output).toContain("removed  bot");
    expect(output).toContain("the previous version is discarded");
    expect(await stored("callers")).toEqual({ chat });
    expect(await stored("callers", "AWSPREVIOUS")).toEqual({ chat });
  });
});

describe("a callers file with issues", () => {
  test("is rejected with the place of each issue and the expected value, and is not stored", async () => {
    const { run, file, stored } = command();
    const path = await file({
      bot,
      short: { ...bot, keys: ["canary-4f1d"] },
      ops: { ...bot, scopes: ["operate"] },
      odd: { scheme: "canary-4f1d", keys: [canary], scopes: [] },
      hr: {
        ...hr,
        scopes: ["canary-4f1d"],
        map: { type: canary, fields: { "/employeeId": canary } },
      },
    });
    const { code, output } = await run(["callers", "--file", path, "--yes"]);
    expect(code).toBe(1);
    expect(output).toContain("is invalid");
    expect(output).toContain("#/short/keys/0 must have at least 12 characters");
    expect(output).toContain(
      "#/ops/keys/0 must have at least 32 characters, because the caller has the scope operate",
    );
    expect(output).toMatch(/#\/odd\/scheme must be one of .*standard-webhooks/);
    expect(output).toContain("#/hr/scopes/0 must be one of onboard");
    expect(output).toMatch(/#\/hr\/map\/type must /);
    expect(output).toMatch(/#\/hr\/map\/fields\S* must /);
    expect(output).not.toMatch(secretWords);
    expect(await stored("callers")).toEqual({ bot, chat });
  });

  const issues = rows<[string, unknown, string]>`
    a name that is not valid in a path | ${{ "a/b": bot }} | #/a~1b its name
    a list | ${[bot]} | # must be a record
    more bytes than a secret can contain | ${{ bot: { ...bot, keys: ["k".repeat(65_536)] } }} | # must have at most 65536 bytes
    an error of JSON in a line | ${'{\n  "bot": { "keys": ["canary"] x }\n}'} | line 2
    text that is not JSON | canary | is not JSON
  `;

  test.each(effort(issues.slice(0, 1), issues))(
    "is rejected if it contains %s",
    async (_, content, issue) => {
      const { run, file } = command();
      const path = await file(content);
      const { code, output } = await run([
        "callers",
        "--file",
        path,
        "--check",
      ]);
      expect(code).toBe(1);
      expect(output).toContain(issue);
      expect(output).not.toMatch(secretWords);
    },
  );
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

describe("a generated key", () => {
  const personio = {
    preset: "personio",
    keys: ["not-a-real-token-of-32-characters"],
    scopes: ["onboard"],
  };
  const entries: [string, Pick<typeof hr, "keys">][] = [
    ["standard-webhooks", hr],
    ["bearer", bot],
    ["preset of a header", personio],
  ];

  test.each(effort(entries.slice(0, 1), entries))(
    "comes before the other keys of a %s caller, is not shown, and is written only to the file, with its day",
    async (_, entry) => {
      const { run, file, read, stored } = command();
      const path = await file({ one: entry, chat });
      const words = ["callers", "--file", path, "--generate-key", "one"];
      const { code, output } = await run(words);
      expect(code).toBe(0);
      const { one, ...others } = callersSchema.parse(await read(path));
      const [fresh = "", ...older] = one && "keys" in one ? one.keys : [];
      expect(older).toEqual(entry.keys);
      expect(one).toMatchObject({
        keyedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
      });
      expect(others).toHaveProperty("chat");
      expect(fresh.length).toBeGreaterThan(42);
      expect(output).not.toContain(fresh);
      expect(output).not.toMatch(secretWords);
      expect(await stored("callers")).toEqual({ bot, chat });

      await run(words);
      const again = callersSchema.parse(await read(path))["one"];
      expect(again?.scheme).toBe(one?.scheme);
      const [newest, ...before] = again && "keys" in again ? again.keys : [];
      expect(before).toEqual([fresh, ...older]);
      expect(newest).not.toBe(fresh);
    },
  );

  const names = rows<[string, string, string]>`
    that does not exist | nobody | There is no caller nobody
    that has the name of an object property | toString | There is no caller
    whose sender issues the keys | chat | copy the key that it shows
  `;

  test.each(effort(names.slice(1, 2), names))(
    "is not created for a caller %s",
    async (_, name, words) => {
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
    },
  );
});
