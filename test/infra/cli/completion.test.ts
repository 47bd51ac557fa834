import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { useCli } from "./cli-for-test.ts";

const cli = useCli();

/** What the command prints. The library of completions prints to the console of the process. */
async function complete(...words: string[]): Promise<string> {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    await cli().run(["complete", ...words]);
    return print.mock.calls.flat().join("\n");
  } finally {
    print.mockRestore();
  }
}

test("a shell completes commands and options", async () => {
  expect(await complete("--", "op")).toMatch(/^operations\t/m);
  const verbs = await complete("--", "operations", "re");
  expect(verbs.match(/^\w+(?=\t)/gm)).toEqual(
    expect.arrayContaining(["retry", "release", "reject", "resolve"]),
  );
});

test("the command in a process of its own completes the values of an option", async () => {
  const bin = join(import.meta.dirname, "../../../infra/cli/bin.js");
  const words = "complete -- operations list --status".split(" ");
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [bin, ...words, ""]);
  expect(stdout).toMatch(/^needs_attention\t/m);
});

test.each(["bash", "zsh", "fish"])(
  "the script for %s completes the command that package.json installs",
  async (shell) => {
    expect(await complete(shell)).toMatch(/complet.*community-automation/i);
  },
);
