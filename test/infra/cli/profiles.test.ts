import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProfile } from "../../../infra/cli/profiles.ts";
import { writeRunningStack } from "../../../infra/cli/running-stack.ts";
import { canaryKey, origin, useCli } from "./cli-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const cli = useCli();

/** Finds a profile in a configuration. */
async function find(
  configuration: unknown,
  {
    name,
    ...environment
  }: { name?: string; [variable: string]: string | undefined } = {},
) {
  const { file, folder } = cli();
  const path = await file("other.json", configuration);
  return findProfile(name, {
    COMMUNITY_AUTOMATION_CONFIG: path,
    STATE_FOLDER: folder,
    ...environment,
  });
}

const one = { origin, key: canaryKey };
const two = {
  profiles: { one, two: { origin: "https://two.example.com", key: "two" } },
};

describe("the configuration", () => {
  test.each(rows<[string, unknown, Record<string, string>, string]>`
    the only profile | ${{ profiles: { one } }} | ${{}} | one
    the default profile | ${{ default: "two", ...two }} | ${{}} | two
    the profile that --profile names | ${{ default: "two", ...two }} | ${{ name: "one" }} | one
    the profile that the environment names | ${two} | ${{ COMMUNITY_AUTOMATION_PROFILE: "two" }} | two
  `)("gives %s", async (_, configuration, options, name) => {
    expect(await find(configuration, options)).toMatchObject({ name });
  });

  test("takes a key from the environment variable that the profile names", async () => {
    const configuration = {
      profiles: { one: { origin, keyVariable: "MY_KEY" } },
    };
    expect(await find(configuration, { MY_KEY: canaryKey })).toMatchObject({
      key: canaryKey,
    });
    const without = await find(configuration);
    expect(() => without.key).toThrow("MY_KEY has no key");
    const incomplete = await find({ profiles: { one: { origin } } });
    expect(() => incomplete.key).toThrow('add "key"');
  });

  test("tells how a caller signs", async () => {
    const callers = { hr: { scheme: "bearer", keyVariable: "HR_KEY" } };
    const profile = await find(
      { profiles: { one: { ...one, callers } } },
      { HR_KEY: "hr" },
    );
    expect(profile.callerKey("hr")).toEqual({ scheme: "bearer", key: "hr" });
    expect(() => profile.callerKey("toString")).toThrow(/has hr; add/);
  });

  test.each(rows<[string, unknown, string]>`
    several profiles and no default | ${two} | one of: one, two
    a default that does not exist | ${{ default: "x", profiles: { one } }} | It has: one
    text that is no JSON | ${canaryKey} | not a valid configuration
    an unknown field | ${{ profiles: { one: { ...one, kee: canaryKey } } }} | ${"/profiles/one: "}
    http to another machine | ${{ profiles: { one: { ...one, origin: "http://api.example.com" } } }} | /profiles/one/origin: must be the URL of the API with https
    a URL with credentials | ${{ profiles: { one: { ...one, origin: `https://a:${canaryKey}@api.example.com` } } }} | /profiles/one/origin
    a key with a line break | ${{ profiles: { one: { origin, key: `${canaryKey}\n` } } }} | /profiles/one/key: must be printable ASCII
  `)(
    "with %s is refused, and the error says what to change",
    async (_, configuration, words) => {
      const finding = find(configuration);
      await expect(finding).rejects.toThrow(words);
      await expect(finding).rejects.not.toThrow(canaryKey);
    },
  );

  test("is refused if it has a key that other users of the machine can read", async () => {
    const { folder } = cli();
    const path = join(folder, "config.json");
    await chmod(path, 0o644);
    const environment = { COMMUNITY_AUTOMATION_CONFIG: path };
    await expect(findProfile(undefined, environment)).rejects.toThrow(
      `chmod 600 ${path}`,
    );
  });
});

describe("without a configuration", () => {
  const nowhere = () => ({
    COMMUNITY_AUTOMATION_CONFIG: join(cli().folder, "none.json"),
    STATE_FOLDER: cli().folder,
  });
  const running = {
    origin: "http://127.0.0.1:8787",
    key: canaryKey,
    callers: { hr: { scheme: "bearer", key: "hr" } },
    endpoints: {
      lambda: "http://127.0.0.1:1",
      secretsManager: "http://127.0.0.1:2",
    },
  };

  test("the running npm start is found by its state folder", async () => {
    const { folder } = cli();
    writeRunningStack(folder, running);
    const profile = await findProfile(undefined, nowhere());
    expect(profile).toMatchObject({
      name: "local",
      origin: running.origin,
      key: canaryKey,
    });
    expect(profile.callerKey("hr").key).toBe("hr");
  });

  test("--profile local finds npm start also beside a configuration", async () => {
    const { folder } = cli();
    writeRunningStack(folder, running);
    expect(await find(two, { name: "local" })).toMatchObject({
      origin: running.origin,
    });
  });

  test.each([
    ["that never ran", ""],
    // No process has this number.
    ["that has stopped", JSON.stringify({ ...running, processId: 2 ** 30 })],
  ])(
    "an npm start %s is recognised, and the error says what to do",
    async (_, content) => {
      const { file } = cli();
      if (content) await file("running.json", content);
      await expect(findProfile(undefined, nowhere())).rejects.toThrow(
        /"npm start" does not run with the state in \/.*STATE_FOLDER.*\nStart it with npm start, or configure/,
      );
    },
  );
});
