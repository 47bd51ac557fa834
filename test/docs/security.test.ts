import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { captures } from "../fixtures/captures.ts";

// SECURITY.md claims that a test proves each of its claims. links.test.ts checks that each named file exists.

const text = readFileSync("SECURITY.md", "utf8");
const tables = text
  .split("\n## ")
  .map((section) => section.split("\n").filter((line) => line.startsWith("| ")))
  .filter((lines) => lines.length > 0)
  .map((lines) => lines.slice(2));

describe("the tables of the security policy", () => {
  test("name a test in each row", () => {
    const rows = tables.flat();
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => !/`test\/[^`]+`[^|]*\|$/.test(row))).toEqual(
      [],
    );
  });

  test("have each of the ten risks of the API Top 10, and no requirement of ASVS twice", () => {
    expect(captures(text, /^\| (API\d+) /gm)).toEqual(
      Array.from({ length: 10 }, (_, at) => `API${at + 1}`),
    );
    const asvs = tables.at(-1)?.map((row) => row.split("|")[1] ?? "") ?? [];
    const ids = asvs.flatMap((cell) => cell.match(/\b\d+\.\d+\.\d+\b/g) ?? []);
    expect(ids.length).toBeGreaterThanOrEqual(asvs.length);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
