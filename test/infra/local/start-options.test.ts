import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isRunning } from "../../../infra/cli/running-stack.ts";
import {
  describeOptions,
  readEnvironment,
  readOptions,
  readSettings,
  requirePorts,
} from "../../../infra/local/start-options.ts";
import { localEnvironments } from "../../../infra/local/functions.ts";
import { captures } from "../../fixtures/captures.ts";
import { rows } from "../../fixtures/rows.ts";
import { isThorough } from "../../resilience/effort.ts";

test("--set decides any setting by its name in cdk.json, for all functions that read it", () => {
  const decided = readSettings([
    "disableLimit.min=100",
    "disableLimit.max=200",
    "leaverDisposition=disable",
    'protectedUsernames=["root"]',
  ]);
  expect(decided).toEqual({
    disableLimit: { min: 100, max: 200 },
    leaverDisposition: "disable",
    protectedUsernames: ["root"],
  });
  const platform = "http://127.0.0.1:1";
  expect(localEnvironments({ platform }, decided)).toMatchObject({
    "employment-workflow": {
      DISABLE_LIMIT_MIN: "100",
      LEAVER_DISPOSITION: "disable",
      GRACE_DAYS: "0",
    },
  });
});

test.each(rows<[string, () => unknown, string]>`
  --set with a misspelled setting   | ${() => readSettings(["disableLimit.mn=3"])} | Did you mean disableLimit.min?
  --set with a group of settings    | ${() => readSettings(["disableLimit=3"])} | there is no such setting
  --set with a wrong number         | ${() => readSettings(["graceDays=soon"])} | --set graceDays must be a whole number from 0 to
  --set with a wrong choice         | ${() => readSettings(["leaverDisposition=burn"])} | must be one of delete, disable
  a clock that goes back            | ${() => readOptions(["--clock=-1d"])} | such as +30m
  a clock without a number          | ${() => readOptions(["--clock", "soon"])} | such as +30m
  a port that does not exist        | ${() => readEnvironment({ PORT: "70000" })} | PORT must be at most 65535
`)("%s is refused, and the rule is named", (_, read, message) => {
  expect(read).toThrow(message);
});

test.each([
  [["--clock", "+8d"], { forwardMs: 8 * 86_400_000 }],
  [["--fresh"], { isFresh: true, isHelp: false, forwardMs: 0 }],
  [["--help"], { isHelp: true }],
])("the options %j are read", (args, expected) => {
  expect(readOptions(args)).toMatchObject(expected);
});

test("the help names each option and each variable", () => {
  const named = captures(describeOptions(), /^  (--\w+|[A-Z_]+) /gm);
  const options = "help fresh callers sources subscribers set clock".split(" ");
  expect(named).toEqual([
    ...options.map((name) => `--${name}`),
    ...Object.keys(readEnvironment({})),
  ]);
});

test.each(["PORT", "PLATFORM_PORT", "SOURCES_PORT"])(
  "a port that is taken is named with its variable %s",
  async (variable) => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => {
      server.close();
    });
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const free = { PORT: "0", PLATFORM_PORT: "0", SOURCES_PORT: "0" };
    const variables = readEnvironment({ ...free, [variable]: `${port}` });
    await expect(requirePorts(variables)).rejects.toThrow(
      new RegExp(`127.0.0.1:${port}.* The variable ${variable} chooses it`),
    );
  },
);

test.runIf(isThorough)(
  "endWithParents ends a process whose parent was killed",
  async () => {
    const file = join(
      import.meta.dirname,
      "../../../infra/local/state-folder.ts",
    );
    const code = `import { endWithParents } from ${JSON.stringify(file)}; setInterval(() => {}, 1e6); endWithParents(() => process.exit()); console.log(process.pid);`;
    const parent = spawn("/bin/sh", [
      "-c",
      `"$0" --input-type=module -e '${code}'; exit`,
      process.execPath,
    ]);
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const processId = Number(String(line));
    expect(isRunning(processId)).toBe(true);
    parent.kill("SIGKILL");
    await expect
      .poll(() => isRunning(processId), { timeout: 10_000 })
      .toBe(false);
  },
  20_000,
);
