import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { json, useCli } from "./cli-for-test.ts";
import { overviewWith, shownOperation } from "./operation-for-test.ts";

const cli = useCli();

/** What the command prints. The library of completions prints to the console of the process. */
async function complete(
  words: string[],
  answer?: (request: { path: string }) => Response,
): Promise<string> {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    await cli().run(["complete", ...words], answer && { answer });
    return print.mock.calls.flat().join("\n");
  } finally {
    print.mockRestore();
  }
}

/** After the typed words, a space begins the next word. */
test.each([
  ["op", "operations"],
  ["operations re", "retry release reject resolve"],
  ["operations show ", "op_1"],
  ["operations retry ", "op_1"],
  ["employees show ", "E-1"],
  ["show E", "E-1"],
  ["operations list --employee ", "E-1"],
  ["events send --caller ", "hr"],
  ["operations list --reason person-m", "person-missing"],
])('a shell completes "%s" by %s', async (typed, expected) => {
  const operations = [shownOperation("op_1")];
  const caller = { name: "hr", scheme: "slack", scopes: [] };
  const at = "2026-11-22T12:00:00.000Z";
  const completed = await complete(["--", ...typed.split(" ")], ({ path }) =>
    path === "/overview"
      ? json(overviewWith({ callers: [caller] }))
      : json({ at, operations }),
  );
  expect(completed.match(/^[^\t]+(?=\t)/gm)).toEqual(
    expect.arrayContaining(expected.split(" ")),
  );
});

/** Fails if the AWS SDK is loaded: a shell waits for the command at each completion. */
const refuseAwsSdk = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      if (/^@(aws-sdk|smithy)[/]/.test(name)) throw new Error(name + " is loaded");
      return next(name, context);
    },
  });`;

test("the command in a process of its own completes the values of an option without the AWS SDK", async () => {
  const bin = join(import.meta.dirname, "../../../infra/cli/bin.js");
  const hook = `data:text/javascript,${encodeURIComponent(refuseAwsSdk)}`;
  const words = "complete -- operations list --status".split(" ");
  const run = promisify(execFile);
  const command = ["--import", hook, bin, ...words, ""];
  const { stdout } = await run(process.execPath, command);
  expect(stdout).toMatch(/^needs_attention\t/m);
});

test("the script for a shell completes the command that package.json installs", async () => {
  expect(await complete(["bash"])).toMatch(/complet.*community-automation/i);
});
