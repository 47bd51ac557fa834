import { execFile } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { hrKey, opsToken } from "../../../infra/local/credentials.ts";
import { newFolder } from "../../fixtures/new-folder.ts";
import { describeStack, environmentIn, runHere } from "./cli-for-test.ts";
import { stack } from "../../functions/front-door/stack.ts";

// A part of test/functions/front-door.test.ts, whose parts share one local stack.
const folder = newFolder();
const environment = environmentIn(folder);
beforeAll(() => {
  const { origin, lambda } = stack();
  describeStack(folder, lambda.endpoint, {
    origin,
    key: opsToken,
    callers: { hr: { scheme: "standard-webhooks", key: hrKey } },
  });
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
            ...environment,
            NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
          },
        },
        (_error, output, errors) =>
          resolve({ code: child.exitCode ?? -1, output, errors }),
      );
    },
  );
}

const dependencies = {
  environment,
  fetch,
  nowMs: Date.now,
  sleepMs: () => Promise.resolve(),
};

test("an operator sends an event to the running stack, follows it to its end, and cannot retry it", async () => {
  const sent = await run("events", "send", "--sample", "hire", "--watch");
  expect(sent).toMatchObject({ code: 0 });
  expect(sent.output).toMatch(/create person/);
  const [, id = ""] = /(op_\S+) {2}succeeded/.exec(sent.output) ?? [];
  const shown = await runHere(`operations show ${id} --json`, dependencies);
  expect(shown.documents()).toMatchObject([{ id, status: "succeeded" }]);
  expect(sent.output + shown.output).not.toContain(opsToken);

  const refused = await runHere(`operations retry ${id}`, dependencies);
  expect(refused.exitCode).toBe(1);
  expect(refused.errors).toContain("Cannot retry the operation");
  expect(refused.errors).toContain(`operations show ${id}`);
  expect(refused.output).toBe("");
}, 60_000);

test("the doctor of the running stack names what fails on the platform, and leaves no person behind", async () => {
  const { platform } = stack();
  const before = platform.people();
  platform.faults.add({ kind: "status", status: 400, method: "PUT" });
  const words = "doctor --json --yes --write ops@example.org";
  const { documents, exitCode } = await runHere(words, dependencies);
  platform.faults.clear();
  expect(exitCode).toBe(2);
  const found = documents() as { name?: string; verdict?: string }[];
  const failed = found.filter(({ verdict }) => verdict === "failed");
  expect(failed.map(({ name }) => name)).toEqual([
    "status",
    "PUT merges or replaces",
    "disable",
  ]);
  expect(found.at(-1)).toHaveProperty("recommended");
  expect(platform.people()).toEqual(before);
}, 60_000);
