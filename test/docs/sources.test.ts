import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findIssues } from "../../infra/cli/secrets/check-secret.ts";
import { chatSamples } from "../../infra/sample/chat.ts";
import { sourcesSchema } from "../../shared/source/sources-secret.ts";
import { callersSchema } from "../../shared/webhook/callers-secret.ts";
import { findMismatches } from "../../shared/webhook/find-mismatches.ts";
import { presets } from "../../shared/webhook/presets/presets.ts";

/** The pages of chats. Their entries have placeholders that no schema takes. */
const chatPages = Object.keys(chatSamples);

const entriesSchema = z.record(z.string(), z.looseObject({}));

const pages = globSync("docs/sources/*.md")
  .map((path) => ({ name: basename(path, ".md"), path }))
  .filter(({ name }) => !chatPages.includes(name));

const blocks = pages.flatMap(({ name, path }) => blocksOf(name, path));

/** The entries of a page: a block of JSON, or a line that begins with the name of its file. */
function blocksOf(name: string, path: string) {
  return Array.from(
    readFileSync(path, "utf8").matchAll(
      /```json\n(.*?)```|^(?:callers|sources)\.json ([^\n]*)$/gms,
    ),
    ([, block, line], index): { page: string; content: unknown } => ({
      page: `${name}, block ${index + 1}`,
      content: JSON.parse(block ?? line ?? ""),
    }),
  );
}

const entriesWith = (part: string) =>
  blocks.flatMap(({ page, content }) => {
    const entries = entriesSchema.safeParse(content).data ?? {};
    return Object.values(entries).some((entry) => part in entry)
      ? [{ page, entries }]
      : [];
  });
const callers = entriesWith("keys");
const sources = entriesWith("hosts");

describe("the pages of docs/sources", () => {
  test.each(callers)(
    "have entries of callers that the functions accept: $page",
    ({ entries }) => {
      expect(findIssues("callers", entries)).toEqual([]);
    },
  );

  test.each(sources)(
    "have entries of sources that the functions accept: $page",
    ({ entries }) => {
      expect(sourcesSchema.safeParse(entries).error?.issues).toBeUndefined();
    },
  );

  test.each(callers)(
    "have the source, the hosts and the scopes that each caller needs: $page",
    ({ page, entries }) => {
      const [name] = page.split(",");
      const onPage = sources.filter((one) => one.page.startsWith(`${name},`));
      const mismatches = findMismatches(
        callersSchema.parse(entries),
        Object.fromEntries(
          onPage.flatMap((one) => Object.entries(one.entries)),
        ),
      );
      expect(mismatches.filter(({ secret }) => secret === "callers")).toEqual(
        [],
      );
    },
  );

  test("exist for each preset", () => {
    // Of the chat tools, these two have a preset.
    const shown = blocks
      .concat(blocksOf("google-chat", "docs/sources/google-chat.md"))
      .concat(blocksOf("discord", "docs/sources/discord.md"))
      .flatMap(({ content }) =>
        Object.values(entriesSchema.safeParse(content).data ?? {}),
      )
      .map(({ preset }) => preset);
    expect(shown).toEqual(expect.arrayContaining(Object.keys(presets)));
  });
});
