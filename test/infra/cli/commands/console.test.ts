import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { canaryKey, useCli } from "../cli-for-test.ts";
import { overviewWith } from "../operation-for-test.ts";

const cli = useCli();
let running: ChildProcess | undefined;
let api: Server;
const authorizations: unknown[] = [];

beforeEach(async () => {
  authorizations.length = 0;
  api = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(overviewWith({})));
  }).listen(0, "127.0.0.1");
  await once(api, "listening");
});
afterEach(async () => {
  if (running?.exitCode === null && running.kill("SIGKILL"))
    await once(running, "exit");
  api.close();
});

test("console uses the operator's key, which its overview does not have, until it is interrupted", async () => {
  const { port } = api.address() as AddressInfo;
  const file = await cli().file("console.json", {
    profiles: { here: { origin: `http://127.0.0.1:${port}`, key: canaryKey } },
  });
  const bin = join(import.meta.dirname, "../../../../infra/cli/bin.js");
  const child = spawn(process.execPath, [bin, "console"], {
    env: { PATH: process.env["PATH"], COMMUNITY_AUTOMATION_CONFIG: file },
    stdio: ["pipe", "pipe", "inherit"],
  });
  running = child;
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  const links = () => output.match(/http:\S+/g) ?? [];

  await expect.poll(links, { timeout: 20_000 }).toHaveLength(1);
  const opened = await fetch(links()[0]!, { redirect: "manual" });
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await fetch(new URL("overview", links()[0]), {
    headers: { cookie },
  });
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain("No operation is overdue.");
  expect(text).toContain(">here<");
  expect(text).not.toContain(canaryKey);
  expect(authorizations).toEqual([`Bearer ${canaryKey}`]);

  child.stdin.write("\n");
  await expect.poll(links).toHaveLength(2);
  expect((await fetch(links()[1]!, { redirect: "manual" })).status).toBe(302);

  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(output).not.toContain(canaryKey);
});

test("console with a port that another program uses says so", async () => {
  const { port } = api.address() as AddressInfo;

  const { exitCode, errors } = await cli().run(`console --port ${port}`);

  expect(exitCode).toBe(1);
  expect(errors).toContain(
    `The console cannot listen on port ${port}. Stop the program that uses it, or choose another --port.`,
  );
});
