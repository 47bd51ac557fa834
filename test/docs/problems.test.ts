import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problems } from "../../shared/webhook/problem.ts";

const root = join(import.meta.dirname, "../..");

test("docs/problems.md has exactly one section for each problem type, with its status and what to do", () => {
  const page = readFileSync(join(root, "docs/problems.md"), "utf8");
  const [, types = ""] = page.split(/^## .*$/m);
  const sections = types.split(/^### /m).slice(1);
  const shown = sections.map((section) => {
    const [name = ""] = section.split("\n");
    const [, status] = /^- \*\*Status:\*\* (\d{3})$/m.exec(section) ?? [];
    expect(section).toMatch(/^- \*\*Meaning:\*\* [A-Z].*/m);
    expect(section).toMatch(/^- \*\*Do:\*\* [A-Z].*/m);
    return [name, Number(status)];
  });
  expect(shown).toEqual(
    Object.entries(problems).map(([type, [status]]) => [type, status]),
  );
});
