import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findIssues } from "../../../infra/cli/secrets/check-secret.ts";
import {
  checkTogether,
  readAddedEntries,
} from "../../../infra/local/added-entries.ts";
import { newFolder } from "../../fixtures/new-folder.ts";
import { rows } from "../../fixtures/rows.ts";

async function fileWith(content: unknown): Promise<string> {
  const file = join(newFolder(), "entries.json");
  const text = typeof content === "string" ? content : JSON.stringify(content);
  await writeFile(file, text);
  return file;
}

const source = {
  hosts: ["api.example.com"],
  auth: { type: "basic", username: "reader", password: "secret-password" },
};
const caller = { scheme: "bearer", keys: ["a-token-of-18-chars"], scopes: [] };

test("entries in the shape of the secrets are added to those of the local stack", async () => {
  const callers = await fileWith({ hr2: caller });
  expect(readAddedEntries("callers", callers)).toEqual({ hr2: caller });
  const sources = await fileWith({ hr2: source });
  expect(readAddedEntries("sources", sources)).toEqual({ hr2: source });
});

test("an added entry may read records from a source on this machine, which no deployment may", async () => {
  const added = {
    bob: {
      preset: "hibob",
      keys: ["not-a-real-webhook-secret"],
      scopes: ["onboard"],
      lookup: {
        source: "bob",
        request: { url: "http://127.0.0.1:8789/v1/people/{employeeId}" },
      },
    },
  };
  expect(readAddedEntries("callers", await fileWith(added))).toEqual(added);
  expect(findIssues("callers", added)).toEqual([
    "#/bob/lookup/request/url must be an https address: only the local stack sends to http on this machine",
  ]);
});

test.each([
  ["callers", { ops: { ...caller } }, "#/ops must keep the key"],
  ["sources", { hr2: { ...source, token: "canary" } }, "#/hr2/token"],
  ["callers", { HR: caller }, "# a name in it must have lower-case letters"],
] as const)(
  "an invalid entry of %s is refused with its file and JSON Pointer: %j",
  async (secret, content, issue) => {
    const file = await fileWith(content);
    const read = () => readAddedEntries(secret, file);
    expect(read).toThrow(`${file} is invalid:\n  ${issue}`);
    expect(read).not.toThrow("canary");
  },
);

describe("the entries of both files beside those of the local stack", () => {
  const hibob = { preset: "hibob", keys: ["a-key-of-hibob"], scopes: [] };
  const standIn = { hosts: ["127.0.0.1:8789"], auth: source.auth };
  const local = {
    callers: {
      ops: { scheme: "bearer", keys: ["a-token-of-the-local-ops"], scopes: [] },
      hibob: {
        ...hibob,
        scopes: ["onboard", "offboard"],
        lookup: { request: { url: "http://127.0.0.1:8789/{employeeId}" } },
      },
    },
    sources: { hibob: standIn, personio: standIn },
  };
  const own = { ...hibob, scopes: ["onboard", "offboard"] };
  const bob = { ...source, hosts: ["api.hibob.com"] };

  test.each(rows<[string, Record<string, unknown>, Record<string, unknown>]>`
    with the names of the stand-in in both files | ${{ hibob: own }} | ${{ hibob: bob }}
    that are not there | ${{}} | ${{}}
  `)("fit %s", (_, callers, sources) => {
    expect(checkTogether(local, { callers, sources })).toEqual([]);
  });

  test("do not fit with a caller that would read from the stand-in", () => {
    const added = { callers: { hibob: own }, sources: {} };
    const found = checkTogether(local, added);
    expect(found).toEqual([
      expect.stringContaining(
        "callers #/hibob/lookup/request/url leads to api.hibob.com,",
      ),
    ]);
    expect(found.join()).not.toMatch(/personio|a-key|secret-password/);
  });

  test("are refused if a caller has the token of another one, because both would be invalid", () => {
    const callers = { second: { ...caller, keys: local.callers.ops.keys } };
    expect(() => checkTogether(local, { callers, sources: {} })).toThrow(
      "#/second/keys must not have a key of ops as well",
    );
  });
});

test("a file of entries that is not there or is not JSON is refused by its name", async () => {
  const missing = join(newFolder(), "missing.json");
  expect(() => readAddedEntries("callers", missing)).toThrow(
    `${missing} cannot be read`,
  );
  const broken = await fileWith("{ token: canary");
  expect(() => readAddedEntries("sources", broken)).toThrow(
    `${broken} is not JSON`,
  );
});
