import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../../../infra/cli/run-cli.ts";
import { hrKey, opsToken } from "../../../infra/local/credentials.ts";
import { writeRunningStack } from "../../../infra/cli/running-stack.ts";
import { stack } from "../../functions/front-door-stack.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "running-"));
  const { origin, lambda, secretsManager } = stack();
  writeRunningStack(folder, {
    origin,
    key: opsToken,
    callers: { hr: { scheme: "standard-webhooks", key: hrKey } },
    endpoints: {
      lambda: lambda.endpoint,
      secretsManager: secretsManager.endpoint,
    },
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Runs the command as an operator does, in a process of its own. */
function run(...words: string[]) {
  const bin = join(import.meta.dirname, "../../../infra/cli/bin.js");
  return new Promise<{ code: number; output: string; errors: string }>(
    (resolve) => {
      const child = execFile(
        process.execPath,
        [bin, ...words],
        {
          env: {
            STATE_FOLDER: folder,
            COMMUNITY_AUTOMATION_CONFIG: join(folder, "none.json"),
            NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
          },
        },
        (_error, output, errors) =>
          resolve({ code: child.exitCode ?? -1, output, errors }),
      );
    },
  );
}

/** Runs the command in this process, which is faster. */
async function runHere(words: string[], { piped = "", send = fetch } = {}) {
  const [input, output, errors] = [
    new PassThrough(),
    new PassThrough(),
    new PassThrough(),
  ];
  input.end(piped);
  const environment = {
    STATE_FOLDER: folder,
    COMMUNITY_AUTOMATION_CONFIG: join(folder, "none.json"),
  };
  const code = await runCli(words, {
    terminal: { input, output, errors, environment },
    fetch: send,
    nowMs: Date.now,
    sleepMs: async (ms) => {
      await sleep(ms / 20);
    },
  });
  output.end();
  errors.end();
  return { code, output: await text(output), errors: await text(errors) };
}

test("an operator sends an event to the running stack and follows it to its end", async () => {
  const sent = await run("events", "send", "--sample", "hire", "--watch");
  expect(sent).toMatchObject({ code: 0 });
  expect(sent.output).toMatch(/create person/);
  const [, id = ""] = /(op_\S+) {2}succeeded/.exec(sent.output) ?? [];
  const shown = await runHere(["operations", "show", id, "--json"]);
  expect(JSON.parse(shown.output)).toMatchObject({ id, status: "succeeded" });
  expect(sent.output + shown.output).not.toContain(opsToken);

  const refused = await run("operations", "retry", id);
  expect(refused.code).toBe(1);
  expect(refused.errors).toContain("Cannot retry the operation");
  expect(refused.output).toBe("");
}, 60_000);
