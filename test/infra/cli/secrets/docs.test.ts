import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { product } from "../../../../infra/product.ts";
import { usage } from "../../../../infra/cli/secrets/arguments.ts";
import { findIssues } from "../../../../infra/cli/secrets/check-secret.ts";

const text = readFileSync("docs/secrets.md", "utf8");
const [community, callers] = Array.from(
  text.matchAll(/```json\n(.*?)```/gs),
  ([, json = ""]): unknown => JSON.parse(json),
);
const firstCells = Array.from(
  text.matchAll(/^\| `([^`]+)`/gm),
  ([, cell]) => cell,
);

describe("docs/secrets.md", () => {
  test("shows examples that the functions accept", () => {
    expect(findIssues("community", community)).toEqual([]);
    expect(findIssues("callers", callers)).toEqual([]);
  });

  test.each(["scheme", "scopes/0"])("lists every %s that exists", (field) => {
    const wrong = { a: { scheme: "bearer", keys: [], scopes: ["none"] } };
    const issues = findIssues(
      "callers",
      field === "scheme" ? { a: { scheme: "none" } } : wrong,
    );
    const known = issues
      .find((issue) => issue.startsWith(`#/a/${field} must be one of `))
      ?.replace(/^.* one of /, "")
      .split(", ");
    expect(known?.length).toBeGreaterThan(5);
    expect(firstCells).toEqual(expect.arrayContaining(known ?? []));
  });

  test("names the deployed secrets, and only options that exist", () => {
    for (const kind of ["community", "callers"])
      expect(text).toContain(`## \`${product}/${kind}\``);
    const options = text.match(/(?<=npm run secrets.*) --[a-z-]+/g) ?? [];
    expect(options.length).toBeGreaterThan(3);
    for (const option of options)
      if (option !== " --") expect(usage).toContain(option);
  });
});
