import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../../../infra/cli/run-cli.ts";
import { writeRunningStack } from "../../../infra/cli/running-stack.ts";
import { hrKey, opsToken } from "../../../infra/local/credentials.ts";
import { useBundledStack } from "../../environments/bundled-stack.ts";
import { dayMs } from "../../../shared/durations.ts";
import { hireOf } from "../../fixtures/hire.ts";

const stack = useBundledStack();
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trouble-"));
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

/** Runs a command, and resolves to the screen after it. */
async function run(words: readonly string[], piped = ""): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(piped);
  await runCli(words, {
    terminal: {
      input,
      output,
      errors: output,
      environment: {
        STATE_FOLDER: folder,
        COMMUNITY_AUTOMATION_CONFIG: join(folder, "none.json"),
      },
    },
    fetch,
    nowMs: Date.now,
    sleepMs: async (ms) => {
      await sleep(ms / 20);
    },
  });
  output.end();
  return text(output);
}

/** Types a command that the screen shows, with a note where it asks for one, and without its question. */
function follow(screen: string, which: RegExp, ...more: string[]) {
  const commands = screen.matchAll(/npm run --silent cli -- (.+)$/gm);
  const command = Array.from(commands, ([, words = ""]) => words).find(
    (words) => which.test(words),
  );
  if (command === undefined)
    throw new Error(`There is no ${which.source} on the screen:\n${screen}`);
  const words = command.match(/"[^"]*"|\S+/g) ?? [];
  const typed = words.map((word) =>
    word.replaceAll('"', "").replace("…", "by hand"),
  );
  return run([...typed, ...more]);
}

const send = (type: string, data: object) =>
  run(
    ["events", "send", "-", "--now", "--watch"],
    JSON.stringify({ type, data }),
  );

/** From the overview to the page of the only operation that needs attention. */
async function findTrouble(): Promise<string> {
  const list = await follow(await run(["overview"]), /operations list/);
  return follow(list, /^show op_/);
}

test("an operator solves an adoption of a person who does not exist by what the screen says", async () => {
  await send("employee.adopted", {
    employeeId: "E-1",
    username: "nobody",
    email: "nobody@example.com",
  });
  const shown = await findTrouble();
  expect(shown).toContain("What person-missing means");
  await follow(shown, /operations resolve/, "--yes");
  expect(await run(["overview"])).toContain("Nothing needs attention.");
}, 60_000);

test("an operator answers whether an employee has left before they started by what the screen says", async () => {
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
  await send("employee.hired", hireOf("E-2", { startDate: daysAgo(10) }));
  await send("employee.terminated", {
    employeeId: "E-2",
    lastDay: daysAgo(12),
  });
  const shown = await findTrouble();
  expect(shown).toContain("What last-day-before-start means");
  await follow(shown, /operations is-an-earlier-one/, "--yes");
  await stack().lambda.idle();
  expect(await run(["overview"])).toContain("Nothing needs attention.");
  expect(await run(["show", "E-2"])).toMatch(/^E-2 {2}active/m);
}, 60_000);

test("an operator repeats a hire that the platform refused by what the screen says", async () => {
  const { platform } = stack();
  platform.faults.add({
    kind: "status",
    status: 400,
    method: "POST",
    path: "/people",
  });
  await send("employee.hired", hireOf("E-3"));
  platform.faults.clear();
  const shown = await findTrouble();
  expect(shown).toContain("What to do");
  const retried = await follow(shown, /operations retry/, "--yes");
  expect(await follow(retried, /operations watch/)).toContain("succeeded");
  expect(await run(["overview"])).toContain("Nothing needs attention.");
}, 60_000);
