import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as z from "zod";
import config from "../../oxlint.config.ts";
import { newFolder } from "../fixtures/new-folder.ts";

const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

/**
 * Writes files with these names and texts into a new project, and lets our linter check it: the linter reads no text
 * from memory.
 *
 * @returns the names of the files that the rule refuses
 */
export function refusedBy(
  rule: string,
  files: Record<string, string>,
): Set<string> {
  const project = newFolder();
  const plant = (name: string, text: string) => {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  };
  plant(
    ".oxlintrc.json",
    JSON.stringify({
      jsPlugins: [resolve("infra/build/lint-plugin.ts")],
      overrides: config.overrides ?? [],
    }),
  );
  for (const [name, text] of Object.entries(files)) plant(name, text);
  const oxlint = resolve("node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format=json"], {
    cwd: project,
    encoding: "utf8",
  });
  const { diagnostics } = reportSchema.parse(JSON.parse(stdout));
  return new Set(
    diagnostics
      .filter(({ code }) => code.includes(rule))
      .map(({ filename }) => filename),
  );
}
