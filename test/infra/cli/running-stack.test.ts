import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shownOperationSchema } from "../../../functions/operations/contract.ts";
import { runCli } from "../../../infra/cli/run-cli.ts";
import { hrKey, opsToken } from "../../../infra/local/credentials.ts";
import { writeRunningStack } from "../../../infra/cli/running-stack.ts";
import { useBundledStack } from "../../environments/bundled-stack.ts";

const stack = useBundledStack();
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

test("an operator sees what an event would do, and nothing is stored", async () => {
  const preview = ["events", "preview", "--sample", "leave"];
  const { code, output } = await runHere(preview);
  expect(code).toBe(0);
  expect(output).toContain("employee.terminated of E-1042");
  const employee = await runHere(["employees", "show", "E-1042"]);
  expect(employee.output).not.toContain("employee.terminated");
});

describe("operations that need attention", () => {
  const selection = [
    "--status",
    "needs_attention",
    "--type",
    "employee.adopted",
  ];
  let ids: string[] = [];
  beforeAll(async () => {
    for (const employeeId of ["E-71", "E-72", "E-73"])
      await runHere(["events", "send", "-", "--now", "--watch"], {
        piped: JSON.stringify({
          type: "employee.adopted",
          data: {
            employeeId,
            username: `nobody.${employeeId.toLowerCase()}`,
            email: "nobody@example.com",
          },
        }),
      });
    const listed = await runHere([
      "operations",
      "list",
      ...selection,
      "--json",
    ]);
    const lines = listed.output.trimEnd().split("\n");
    ids = lines.map((line) => shownOperationSchema.parse(JSON.parse(line)).id);
  });

  const historyOf = async (id: string) => {
    const { output } = await runHere(["operations", "show", id, "--json"]);
    const { history } = shownOperationSchema.parse(JSON.parse(output));
    return history.map(({ by, status }) => `${status} by ${by}`);
  };

  test("are listed by their filters, counted in the overview and explained", async () => {
    expect(ids).toHaveLength(3);
    const overview = await runHere(["overview"]);
    expect(overview.code).toBe(2);
    expect(overview.output).toMatch(/needs_attention +person-missing +3/);
    const shown = await runHere(["operations", "show", ids[0]!]);
    expect(shown.code).toBe(2);
    expect(shown.output).toContain("What person-missing means");
  });

  test("are not retried while they run, although a command whose answer was lost is repeated", async () => {
    const words = ["operations", "retry", ...selection, "--yes"];
    const lost = await runHere(words, {
      send: async (url, init) => {
        const answer = await fetch(url, init);
        if (init?.method === "POST") throw new TypeError("the answer is lost");
        return answer;
      },
    });
    expect(lost.code).toBe(1);
    expect(lost.errors).toContain("To repeat the command is harmless");
    // Some may have ended again. The others are not to retry now.
    await runHere(words);
    await stack().lambda.idle();
    for (const id of ids) {
      const history = await historyOf(id);
      expect(history).toContain("accepted by caller:ops");
      expect(history.join()).not.toMatch(/accepted by \S+,accepted by/);
      expect(history.at(-1)).toBe("needs_attention by workflow");
    }
  });

  test("are resolved with a note that is in the audit trail", async () => {
    const note = "corrected\u001B[31m by hand";
    const words = ["operations", "resolve", ...selection, "--note", note];
    const resolved = await runHere([...words, "--yes", "--json"]);
    expect(resolved.code).toBe(0);
    expect(resolved.output.trimEnd().split("\n")).toHaveLength(3);
    const shown = await runHere(["operations", "show", ids[0]!]);
    expect(shown.output).toContain("corrected by hand");
    expect(shown.output).toMatch(/caller:ops +cancelled +resolved/);
  });

  test("leave an overview in which nothing needs attention", async () => {
    const overview = await runHere(["overview", "--json"]);
    expect(overview).toMatchObject({ code: 0 });
    expect(await runHere(["callers", "check"])).toMatchObject({ code: 0 });
    const employees = ["employees", "list", "--state", "active", "--json"];
    expect((await runHere(employees)).output).toContain("E-1042");
    const employee = await runHere(["employees", "show", "E-1042"]);
    expect(employee.output).toMatch(/E-1042 +active/);
  });
});
