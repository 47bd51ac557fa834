import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";

const needed = readFileSync(".node-version", "utf8").trim();

test("package.json pins the Node of .node-version, asks for it and takes its types", () => {
  const { engines, devDependencies } = z
    .object({
      engines: z.object({ node: z.string() }),
      devDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readFileSync("package.json", "utf8")));

  expect(engines.node).toBe(`>=${needed}`);
  for (const name of ["node", "@types/node"])
    expect(devDependencies[name]).toMatch(new RegExp(`^${needed}\\.`));
});

test("a command on an older Node ends with a message that says how to start it", () => {
  const { status, stderr } = runOn(`${Number(needed) - 1}.9.0`);

  expect(status).toBe(1);
  expect(stderr).toContain(
    `needs Node ${needed} or newer, but Node ${Number(needed) - 1}.9.0 runs it`,
  );
  expect(stderr).toContain("npm run demo");
});

test("a command runs on the first release of the needed Node", () => {
  expect(runOn(`${needed}.0.0`)).toMatchObject({ status: 0, stderr: "" });
});

test("the command of `npm link` on an older Node goes on with the Node that npm ci has installed", () => {
  const { status, stdout } = runOn("20.9.0", "infra/cli/bin.js", "--version");

  expect(status).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+$/m);
});

/** Runs a file in a process that reports the given version of Node. By default, the file is the check. */
function runOn(
  version: string,
  file = "infra/build/check-node.js",
  ...words: string[]
) {
  const pretend = `Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  return spawnSync(process.execPath, ["--import", preload, file, ...words], {
    encoding: "utf8",
  });
}
