import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { expect, test } from "vitest";
import { explainedProblems } from "../../functions/operations/problems-page.ts";

const path = join(import.meta.dirname, "../../docs/problems.md");

test("docs/problems.md explains each problem type as the API does (`--update` writes it)", async () => {
  const sections = explainedProblems.map(
    ({ type, status, meaning, action }) =>
      `### ${type}

- **Status:** ${status}
- **Meaning:** ${meaning}
- **Do:** ${action}
`,
  );
  const expected = readFileSync(path, "utf8").replace(
    /(<!-- types -->\n).*(?=<!-- end -->)/s,
    (_, marker: string) => `${marker}\n${sections.join("\n")}\n`,
  );
  await expect(
    await format(expected, {
      parser: "markdown",
      proseWrap: "always",
      printWidth: 120,
    }),
  ).toMatchFileSnapshot(path);
});
