import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProfile } from "../../../infra/cli/profiles.ts";
import { writeRunningStack } from "../../../infra/cli/running-stack.ts";
import { canaryKey, origin, useCli } from "./cli-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const cli = useCli();

/** The name that `--profile` gives, and variables of the environment. */
type Given = { name?: string; [variable: string]: string | undefined };

/** Finds a profile in a configuration, or in a folder without one. */
async function find(configuration?: unknown, given: Given = {}) {
  const { file, folder } = cli();
  const { name, ...environment } = given;
  const path = configuration
    ? await file("other.json", configuration)
    : join(folder, "none.json");
  return findProfile(name, {
    COMMUNITY_AUTOMATION_CONFIG: path,
    STATE_FOLDER: folder,
    ...environment,
  });
}

const one = { origin, key: canaryKey };
const both = {
  profiles: { one, two: { origin: "https://two.example.com", key: "two" } },
};
const byVariable = { origin, keyVariable: "MY_KEY" };
const running = {
  origin: "http://127.0.0.1:8787",
  key: canaryKey,
  callers: { hr: { scheme: "bearer", key: "hr" } },
  endpoints: {
    lambda: "http://127.0.0.1:1",
    secretsManager: "http://127.0.0.1:2",
  },
};
const local = { name: "local", origin: running.origin, key: canaryKey };

test.each(rows<[string, unknown, Given, { key?: string }]>`
  the only profile                           | ${{ profiles: { one } }} | ${{}} | ${{ name: "one", key: canaryKey }}
  the default profile                        | ${{ default: "two", ...both }} | ${{}} | ${{ name: "two" }}
  the profile that --profile names           | ${{ default: "two", ...both }} | ${{ name: "one" }} | ${{ name: "one" }}
  the profile that the environment names     | ${both} | ${{ COMMUNITY_AUTOMATION_PROFILE: "two" }} | ${{ name: "two" }}
  the key in the variable that a profile names | ${{ profiles: { one: byVariable } }} | ${{ MY_KEY: canaryKey }} | ${{ key: canaryKey }}
  the running npm start without a configuration | ${undefined} | ${{}} | ${local}
  the running npm start beside a configuration | ${both} | ${{ name: "local" }} | ${local}
`)(
  "a command uses %s",
  async (_, configuration, given, { key, ...profile }) => {
    writeRunningStack(cli().folder, running);
    const found = await find(configuration, given);
    expect(found).toMatchObject(profile);
    if (key) expect(found.key()).toBe(key);
    if (found.name === "local") expect(found.callerKey("hr").key).toBe("hr");
  },
);

test.each(["lead", "toString"])(
  "an operator %s that npm start does not have is named beside its callers",
  async (name) => {
    writeRunningStack(cli().folder, running);
    await expect(find(both, { name: `local-${name}` })).rejects.toThrow(
      `npm start has no caller ${name}. It has hr.`,
    );
  },
);

test.each(rows<[object, string]>`
  ${byVariable} | MY_KEY has no key
  ${{ origin }} | add "key"
`)("a profile %j has no key, and says what to add", async (profile, words) => {
  const found = await find({ profiles: { one: profile } });
  expect(found.key).toThrow(words);
});

describe("the configuration", () => {
  test.each(["hr", "user:a pass phrase"])(
    "tells how a caller signs, with the key in a variable: %s",
    async (key) => {
      const callers = { hr: { scheme: "basic", keyVariable: "HR_KEY" } };
      const profile = await find(
        { profiles: { one: { ...one, callers } } },
        { HR_KEY: key },
      );
      expect(profile.callerKey("hr")).toEqual({ scheme: "basic", key });
      expect(() => profile.callerKey("toString")).toThrow(
        "It has keys of: hr. Add",
      );
    },
  );

  test.each(rows<[string, unknown, string]>`
    several profiles and no default | ${both} | one of: one, two
    a default that does not exist | ${{ default: "x", profiles: { one } }} | It has: one
    text that is no JSON | ${canaryKey} | not a valid configuration
    an unknown field | ${{ profiles: { one: { ...one, kee: canaryKey } } }} | ${"/profiles/one: "}
    http to another machine | ${{ profiles: { one: { ...one, origin: "http://api.example.com" } } }} | /profiles/one/origin: must be the URL of the API with https
    a URL with credentials | ${{ profiles: { one: { ...one, origin: `https://a:${canaryKey}@api.example.com` } } }} | /profiles/one/origin
    a key with a line break | ${{ profiles: { one: { origin, key: `${canaryKey}\n` } } }} | /profiles/one/key: must be printable ASCII
  `)(
    "is refused with %s, and the error says what to change",
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

test.each([
  ["that never ran", ""],
  // No process has this number.
  ["that has stopped", JSON.stringify({ ...running, processId: 2 ** 30 })],
])(
  "without a configuration and with an npm start %s, the error says what to do",
  async (_, content) => {
    if (content) await cli().file("running.json", content);
    await expect(find()).rejects.toThrow(
      /"npm start" does not run with the state in \/.*STATE_FOLDER.*\nStart it with npm start, or configure/,
    );
  },
);
