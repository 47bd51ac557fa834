import { describe, expect, test } from "vitest";
import {
  addGeneratedKey,
  mergePasswordMaster,
} from "../../../../infra/cli/secrets/generate-key.ts";
import { findIssues } from "../../../../infra/cli/secrets/check-secret.ts";
import { rows } from "../../../fixtures/rows.ts";

const token = "a-token-of-32-or-more-characters";
const signingKey = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const bot = { scheme: "bearer", keys: [token], scopes: ["status:any"] };
const hr = {
  scheme: "standard-webhooks",
  keys: [signingKey],
  scopes: ["onboard"],
};
const chat = { scheme: "slack", keys: [token], scopes: ["status:own"] };
const personio = { preset: "personio", keys: [token], scopes: ["onboard"] };
const url = "https://desk.example.com/hooks";
const desk = { format: "webhook", url, keys: [signingKey] };
const toSlack = { format: "slack", url };
const day = "2026-11-22";

type KeyedKind = "callers" | "subscribers";

test.each(rows<[KeyedKind, { keys: string[] }, object]>`
  callers     | ${hr}       | ${{ keyedAt: day }}
  callers     | ${bot}      | ${{ keyedAt: day }}
  callers     | ${personio} | ${{ keyedAt: day }}
  subscribers | ${desk}     | ${{}}
`)(
  "a generated key of %s comes before the other keys of %j, and makes a valid file",
  (kind, entry, addedFields) => {
    const others = kind === "callers" ? { chat } : { chat: toSlack };
    const add = (entries: unknown) =>
      addGeneratedKey(kind, entries, "one", day) as {
        one: { keys: string[] };
      };
    const once = add({ one: entry, ...others });
    const [fresh = "", ...older] = once.one.keys;
    expect(older).toEqual(entry.keys);
    expect(fresh.length).toBeGreaterThan(42);
    expect(once).toEqual({
      one: { ...entry, keys: once.one.keys, ...addedFields },
      ...others,
    });
    expect(findIssues(kind, once)).toEqual([]);
    const [newest, ...before] = add(once).one.keys;
    expect(before).toEqual(once.one.keys);
    expect(newest).not.toBe(fresh);
  },
);

test.each(rows<[KeyedKind, string, string]>`
  callers     | nobody   | There is no caller nobody
  callers     | toString | There is no caller
  callers     | chat     | copy the key that it shows
  subscribers | nobody   | There is no subscriber nobody
  subscribers | chat     | The subscriber chat has no keys
`)("no key is generated in %s for the entry %s", (kind, name, words) => {
  const entries = kind === "callers" ? { bot, chat } : { desk, chat: toSlack };
  expect(() => addGeneratedKey(kind, entries, name, day)).toThrow(words);
});

describe("the master keys of the community secret", () => {
  type Keys = Record<string, string> | undefined;
  const merge = (given: Keys, current: Keys, previous?: Keys, isNew = false) =>
    mergePasswordMaster(
      { username: "service", ...(given && { passwordMaster: given }) },
      {
        current: current && { passwordMaster: current },
        previous: previous && { passwordMaster: previous },
      },
      isNew,
    ) as { passwordMaster: Record<string, string> };
  const [one, two] = ["1".repeat(32), "2".repeat(32)];

  /** The columns: title, the keys in the file, in the current version, in the previous one, and the merged keys. */
  test.each(rows<[string, Keys, Keys, Keys, Keys]>`
    are kept if the file has none                           | ${undefined} | ${{ "1": one }} | ${undefined}  | ${{ "1": one }}
    of the previous version are restored                    | ${undefined} | ${{ "2": two }} | ${{ "1": one }} | ${{ "1": one, "2": two }}
    of another installation are added                       | ${{ "1": one, "7": two }} | ${{ "1": one }} | ${undefined} | ${{ "1": one, "7": two }}
  `)("%s", (_, given, current, previous, expected) => {
    const merged = merge(given, current, previous);
    expect(merged).toEqual({ username: "service", passwordMaster: expected });
  });

  test("begin with one, and each request adds a different one", () => {
    let keys = merge(undefined, undefined).passwordMaster;
    expect(keys).toEqual({ "1": expect.stringMatching(/^[\w-]{43}$/) });
    for (const versions of [2, 3]) {
      const before = keys;
      keys = merge(undefined, before, undefined, true).passwordMaster;
      expect(keys).toMatchObject(before);
      expect(new Set(Object.values(keys)).size).toBe(versions);
    }
    expect(Object.keys(keys)).toEqual(["1", "2", "3"]);
  });

  test("are never replaced, and stored keys that cannot be read stop the merge", () => {
    expect(() => merge({ "1": two }, { "1": one })).toThrow(
      "Version 1 of passwordMaster is stored with another key",
    );
    for (const current of [null, "no keys", { passwordMaster: [one] }])
      expect(() =>
        mergePasswordMaster({}, { current, previous: undefined }, true),
      ).toThrow("passwordMaster cannot be kept");
  });
});
