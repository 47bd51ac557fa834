import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { expect, test } from "vitest";
import { eventFactsOf, eventTypes } from "../../shared/event-types.ts";

const path = join(import.meta.dirname, "../../README.md");
const folders = {
  onboarding: "onboarding",
  offboarding: "offboarding",
  profile: "profile-update",
  status: "status-relay",
};

test("README.md lists the events as their records say; --update writes it", async () => {
  const table = [
    "| Type | URL | What happens |",
    "| --- | --- | --- |",
    ...eventTypes.flatMap((type) => {
      const { url, effect } = eventFactsOf(type);
      if (!url || effect === undefined) return [];
      const link = `[\`${type}\`](functions/${folders[url]}/README.md)`;
      return `| ${link} | \`POST /${url}/{caller}\` | ${effect} |`;
    }),
  ].join("\n");
  const expected = readFileSync(path, "utf8").replace(
    /(<!-- events -->\n).*?(?=<!-- end -->)/s,
    (_, marker: string) => `${marker}\n${table}\n\n`,
  );
  await expect(
    await format(expected, { parser: "markdown", proseWrap: "preserve" }),
  ).toMatchFileSnapshot(path);
});
