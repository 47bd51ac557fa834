import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { expect, test } from "vitest";
import { type Verb, verbRecords, verbs } from "../../shared/store/verbs.ts";

const page = "functions/operations/README.md";
const path = join(import.meta.dirname, "../..", page);

test("functions/operations/README.md lists the verbs as their records say (`--update` writes it)", async () => {
  const table = [
    "| Verb | What it does | Of many | Not for the sender of |",
    "| --- | --- | --- | --- |",
    ...verbs.map(rowOf),
  ].join("\n");
  const expected = readFileSync(path, "utf8").replace(
    /(<!-- verbs -->\n).*(?=<!-- end -->)/s,
    (_, marker: string) => `${marker}\n${table}\n\n`,
  );
  await expect(
    await format(expected, { parser: "markdown", proseWrap: "preserve" }),
  ).toMatchFileSnapshot(path);
});

function rowOf(verb: Verb): string {
  const { summary, description, many, fourEyes = [] } = verbRecords[verb];
  const refused =
    fourEyes === "all"
      ? "every event"
      : fourEyes.map((type) => `\`${type}\``).join(", ");
  const text = [`${summary}.`, description].filter(Boolean).join(" ");
  return `| \`${verb}\` | ${text} | ${many ? "yes" : ""} | ${refused} |`;
}
