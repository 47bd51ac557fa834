import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { opsToken } from "../../../infra/local/credentials.ts";
import { findRunningStack } from "../../../infra/cli/running-stack.ts";
import { takeStateFolder } from "../../../infra/local/state-folder.ts";
import { readOperation } from "../../environments/bundled-stack.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { newFolder } from "../../fixtures/new-folder.ts";
import { isThorough } from "../../resilience/effort.ts";

let folder: string;
let running: ChildProcess | undefined;
beforeEach(() => {
  folder = newFolder();
});
afterEach(kill);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function kill(): Promise<void> {
  if (running?.kill("SIGKILL")) await once(running, "exit");
  running = undefined;
}

/** `npm start`, and its addresses. It is killed at the end of the test. */
async function startOn(ports: [number, number], ...options: string[]) {
  const [port, platformPort] = ports;
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../../infra/local/start.ts"), ...options],
    {
      env: {
        PATH: process.env["PATH"],
        PORT: `${port}`,
        PLATFORM_PORT: `${platformPort}`,
        SOURCES_PORT: "0",
        STATE_FOLDER: folder,
        TIME_SCALE: "0.001",
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  running = child;
  const started = Promise.withResolvers<void>();
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += String(chunk);
    if (output.includes("open?key=")) started.resolve();
  });
  child.once("exit", () => started.reject(new Error(`it ended: ${output}`)));
  await started.promise;
  return {
    origin: `http://127.0.0.1:${port}`,
    platform: `http://127.0.0.1:${platformPort}`,
    output: () => output,
    consoleLink: /http:\S+open\?key=\S+/.exec(output)?.[0] ?? "",
  };
}

async function hire(
  { origin }: { origin: string },
  employeeId: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await fetch(`${origin}/onboarding/ops`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${opsToken}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({
      type: "employee.hired",
      timestamp: new Date().toISOString(),
      data: hireOf(employeeId),
    }),
  });
  expect(answer.ok).toBe(true);
  return answer.headers.get("location") ?? "";
}

test.runIf(isThorough)(
  "npm start shows its console, goes on with a hire after it was killed, and begins anew with --fresh",
  async () => {
    const ports: [number, number] = [await freePort(), await freePort()];
    const first = await startOn(ports);
    const before = await hire(first, "E-1", { prefer: "wait=20" });
    expect(await readOperation(first.origin, before)).toMatchObject({
      status: "succeeded",
    });

    expect(first.output()).toContain(`export STATE_FOLDER='${folder}'`);
    // The link opens the console once, for this stack.
    const open = () => fetch(first.consoleLink, { redirect: "manual" });
    const opened = await open();
    expect([opened.status, (await open()).status]).toEqual([302, 401]);
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    const list = new URL("operations", first.consoleLink);
    const page = await fetch(list, { headers: { cookie } });
    expect(await page.text()).toContain("employee?id=E-1");

    // The process is killed while it creates the person of the second hire. The next process does not have this fault.
    const held = { kind: "latency", ms: 600_000, path: "/people" };
    const { status } = await fetch(`${first.platform}/_faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(held),
    });
    expect(status).toBe(204);
    const during = await hire(first, "E-2");
    await expect
      .poll(() => readOperation(first.origin, during), { timeout: 20_000 })
      .toMatchObject({ status: "running" });
    await kill();

    const second = await startOn(ports);
    expect(await readOperation(second.origin, before)).toMatchObject({
      status: "succeeded",
    });
    await expect
      .poll(() => readOperation(second.origin, during), { timeout: 20_000 })
      .toMatchObject({ status: "succeeded", warnings: [] });

    await kill();
    const third = await startOn(ports, "--fresh");
    await expect(readOperation(third.origin, before)).rejects.toThrow("404");
  },
  120_000,
);

test.runIf(isThorough)(
  "the command line moves the clock of npm start: a grace period ends, and events are still authentic",
  async () => {
    const { output } = await startOn([await freePort(), await freePort()]);
    // The command line knows how the callers of the local HR systems sign.
    expect(findRunningStack(folder)?.callers).toMatchObject({
      hibob: { preset: "hibob" },
      personio: { preset: "personio" },
      bamboohr: { preset: "bamboohr" },
    });
    const run = async (...words: string[]) => {
      const bin = join(import.meta.dirname, "../../../infra/cli/bin.js");
      const env = {
        STATE_FOLDER: folder,
        COMMUNITY_AUTOMATION_CONFIG: join(folder, "none.json"),
      };
      const execute = promisify(execFile);
      return (await execute(process.execPath, [bin, ...words], { env })).stdout;
    };
    expect(output()).toContain("clock +25h");
    const sendHire = ["events", "send", "--sample", "hire", "--watch"];
    await run(...sendHire);
    expect(await run("chat", "google-chat", "Counting for 2h")).toContain(
      "your status is “Counting”",
    );
    const leave = ["events", "send", "--sample", "leave", "--watch"];
    expect(await run(...leave)).toContain("waiting until");
    await run("clock", "+25h");
    await expect
      .poll(() => run("show", "E-1042"), { timeout: 20_000 })
      .toMatch(/^E-1042 {2}left/);
    expect(await run(...sendHire)).toContain("succeeded");
  },
  180_000,
);

describe("the folder of the state", () => {
  test("is emptied on request, and keeps its content otherwise", async () => {
    const file = join(folder, "secrets.json");
    await writeFile(file, "{}");
    takeStateFolder(folder, false);
    expect(existsSync(file)).toBe(true);
    takeStateFolder(folder, true);
    expect(existsSync(file)).toBe(false);
    // Only its owner may read it, because it will have secrets.
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("is refused if another process has it", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
    running = child;
    await writeFile(join(folder, "process"), String(child.pid));
    expect(() => takeStateFolder(folder, true)).toThrow(`Process ${child.pid}`);
    await kill();
    expect(() => takeStateFolder(folder, true)).not.toThrow();
  });
});
