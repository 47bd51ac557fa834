import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Cli } from "../../../../infra/cli/cli.ts";
import { product } from "../../../../infra/aws/deployment/product.ts";
import { chatSamples } from "../../../../infra/sample/chat.ts";
import { createSecretsCommand } from "../../../../infra/cli/commands/secrets.ts";
import { findIssues } from "../../../../infra/cli/secrets/check-secret.ts";
import { captures } from "../../../fixtures/captures.ts";

const secrets = createSecretsCommand({} as Cli);
const text = readFileSync("docs/secrets.md", "utf8");
const kinds = ["community", "callers", "sources", "subscribers"] as const;
/** The examples in the section of a secret. */
const examplesOf = (kind: string): unknown[] => {
  const [, rest = ""] = text.split(`## \`${product}/${kind}\`\n`);
  const [section = ""] = rest.split(/^## /m);
  return captures(section, /```json\n(.*?)```/gs).map((json): unknown =>
    JSON.parse(json),
  );
};
const firstCells = captures(text, /^\| `([^`]+)`/gm);
/** The page of a chat tool has the entry of its scheme. */
const pages = Object.keys(chatSamples).filter((tool) =>
  readFileSync(`docs/sources/${tool}.md`, "utf8").includes('"keys"'),
);

describe("docs/secrets.md", () => {
  test("shows examples that the functions accept", () => {
    for (const kind of kinds) {
      expect(examplesOf(kind)).not.toEqual([]);
      for (const example of examplesOf(kind))
        expect(findIssues(kind, example)).toEqual([]);
    }
  });

  test.each([
    ["scheme", "scheme", { scheme: "none" }],
    ["scope", "scopes/0", { scheme: "bearer", keys: [], scopes: ["none"] }],
  ])("lists every %s that exists", (_, field, wrong) => {
    const issues = findIssues("callers", { a: wrong });
    const known = issues
      .find((issue) => issue.startsWith(`#/a/${field} must be one of `))
      ?.replace(/^.* one of /, "")
      .split(", ");
    expect(known?.length).toBeGreaterThan(5);
    const told = [...firstCells, ...pages];
    expect(told).toEqual(expect.arrayContaining(known ?? []));
  });

  test("names the deployed secrets, and only options that exist", () => {
    for (const kind of kinds)
      expect(text).toContain(`## \`${product}/${kind}\``);
    const used = Array.from(
      text.matchAll(
        /cli -- secrets (community|callers|sources|subscribers)(.*)/g,
      ),
      ([, kind, words = ""]) => ({ kind, options: words.match(/--[a-z-]+/g) }),
    );
    expect(used.length).toBeGreaterThan(3);
    for (const { kind, options } of used) {
      const command = secrets.commands.find((one) => one.name() === kind);
      const known = command?.options.map(({ long }) => long) ?? [];
      expect(known).toEqual(expect.arrayContaining(options ?? []));
    }
  });
});
