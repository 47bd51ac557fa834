import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { effort } from "../../resilience/effort.ts";

const run = promisify(execFile);
const bin = join(import.meta.dirname, "../../../infra/cli/bin.js");

/** What the command prints in a process of its own, because a shell calls it. */
async function complete(...words: string[]): Promise<string> {
  const all = [bin, "complete", ...words];
  return (await run(process.execPath, all)).stdout;
}

test("a shell completes commands, options and their values", async () => {
  const [commands, verbs, statuses] = await Promise.all([
    complete("--", "op"),
    complete("--", "operations", "re"),
    complete("--", "operations", "list", "--status", ""),
  ]);
  expect(commands).toMatch(/^operations\t/m);
  expect(verbs.match(/^\w+(?=\t)/gm)).toEqual(
    expect.arrayContaining(["retry", "release", "reject", "resolve"]),
  );
  expect(statuses).toMatch(/^needs_attention\t/m);
});

test.each(effort(["zsh"], ["bash", "zsh", "fish"]))(
  "the script for %s completes the command that package.json installs",
  async (shell) => {
    expect(await complete(shell)).toMatch(/complet.*community-automation/i);
  },
);
