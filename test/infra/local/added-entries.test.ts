import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
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

const bob = {
  preset: "hibob",
  keys: ["not-a-real-webhook-secret"],
  scopes: ["onboard"],
  lookup: {
    source: "bob",
    request: { url: "http://127.0.0.1:8789/v1/people/{employeeId}" },
  },
};

test.each(rows<["callers" | "sources", Record<string, unknown>, string[]]>`
  callers | ${{ hr2: caller }} | ${[]}
  sources | ${{ hr2: source }} | ${[]}
  callers | ${{ bob }}         | ${["#/bob/lookup/request/url must be an https address: only the local stack sends to http on this machine"]}
`)(
  "the %s %j are valid for the local stack, and a deployment finds the issues %j",
  async (secret, content, issues) => {
    const file = await fileWith(content);
    expect(readAddedEntries(secret, file)).toEqual(content);
    expect(findIssues(secret, content)).toEqual(issues);
  },
);

test.each(rows<["callers" | "sources", unknown, string]>`
  callers | ${{ ops: caller }} | ${" is invalid:\n  #/ops must keep the key"}
  sources | ${{ hr2: { ...source, token: "canary" } }} | ${" is invalid:\n  #/hr2/token"}
  callers | ${{ HR: caller }} | ${" is invalid:\n  # a name in it must have lower-case letters"}
  sources | { token: canary   | ${" is not JSON"}
`)(
  "an invalid entry of %s is refused with its file and place: %j",
  async (secret, content, issue) => {
    const file = await fileWith(content);
    const read = () => readAddedEntries(secret, file);
    expect(read).toThrow(file + issue);
    expect(read).not.toThrow("canary");
  },
);

test("a file of entries that is not there is refused by its name", () => {
  const missing = join(newFolder(), "missing.json");
  const read = () => readAddedEntries("callers", missing);
  expect(read).toThrow(`${missing} cannot be read`);
});

const hibob = { preset: "hibob", keys: ["a-key-of-hibob"], scopes: [] };
const ownCaller = { ...hibob, scopes: ["onboard", "offboard"] };
const standIn = { hosts: ["127.0.0.1:8789"], auth: source.auth };
const ops = {
  scheme: "bearer",
  keys: ["a-token-of-the-local-ops"],
  scopes: [],
};
const local = {
  callers: {
    ops,
    hibob: {
      ...ownCaller,
      lookup: { request: { url: "http://127.0.0.1:8789/{employeeId}" } },
    },
  },
  sources: { hibob: standIn, personio: standIn },
};
const ownSource = { ...source, hosts: ["api.hibob.com"] };

test.each(rows<
  [string, Record<string, unknown>, Record<string, unknown>, RegExp]
>`
  added entries with the names of a stand-in fit, if both files have them | ${{ hibob: ownCaller }} | ${{ hibob: ownSource }} | ${/^$/}
  nothing is found if no entry is added               | ${{}} | ${{}} | ${/^$/}
  an added caller that would read from the stand-in does not fit | ${{ hibob: ownCaller }} | ${{}} | ${/^callers #\/hibob\/lookup\/request\/url leads to api\.hibob\.com,(?!.*(personio|a-key|secret-password))/s}
`)(
  "beside the entries of the local stack, %s",
  (_, callers, sources, found) => {
    expect(checkTogether(local, { callers, sources }).join("\n")).toMatch(
      found,
    );
  },
);

test("a caller is not added with the token of another one, because both would be invalid", () => {
  const callers = { second: { ...caller, keys: ops.keys } };
  expect(() => checkTogether(local, { callers, sources: {} })).toThrow(
    "#/second/keys must not have a key of ops as well",
  );
});
