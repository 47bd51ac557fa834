import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { expect } from "vitest";

const root = join(import.meta.dirname, "../..");

/**
 * Expects that a page has each of these texts between `<!-- name -->` and `<!-- end -->`, formatted. A text of several
 * lines is a block of its own. `npx vitest run test/docs --update` writes them.
 */
export async function expectParts(
  page: string,
  parts: Readonly<Record<string, string>>,
): Promise<void> {
  const path = join(root, page);
  const found = new Set<string>();
  const written = readFileSync(path, "utf8").replaceAll(
    /<!-- ([a-z-]+) -->(?:(?!<!--).)*<!-- end -->/gs,
    (whole, name: string) => {
      const text = parts[name];
      if (text === undefined) return whole;
      found.add(name);
      const space = text.includes("\n") ? "\n\n" : "";
      return `<!-- ${name} -->${space}${text}${space}<!-- end -->`;
    },
  );
  expect([...found].sort()).toEqual(Object.keys(parts).sort());
  await expect(
    await format(written, { parser: "markdown" }),
  ).toMatchFileSnapshot(path);
}
