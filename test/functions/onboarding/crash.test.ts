import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { startDynamoDb } from "../../../infra/local/dynamodb.ts";
import {
  type Platform,
  startPlatform,
} from "../../../infra/local/platform/start-platform.ts";
import { sendAsHr } from "../../../infra/local/sample/send.ts";
import { startSecretsManager } from "../../../infra/local/secrets-manager.ts";
import { tables } from "../../../infra/tables.ts";
import { hireEvent, readOperation } from "../../fixtures/automation.ts";
import { expectOneOfEach } from "./expect-one-of-each.ts";

/** What outlives the process: the platform, the tables, the secrets, and the folder of unfinished workflows. */
let platform: Platform;
let others: { close: () => Promise<void> }[];
let startProcess: () => Promise<Process>;

const children = new Set<ChildProcess>();

type Process = { origin: string; kill: () => Promise<void> };

beforeAll(async () => {
  platform = await startPlatform();
  const dynamodb = await startDynamoDb({ tables: Object.values(tables) });
  const secrets = await startSecretsManager({ secrets: localSecrets });
  const folder = await mkdtemp(join(tmpdir(), "executions-"));
  others = [
    platform,
    dynamodb,
    secrets,
    { close: () => rm(folder, { recursive: true }) },
  ];
  startProcess = () =>
    spawnProcess([
      platform.origin,
      dynamodb.endpoint,
      secrets.endpoint,
      folder,
    ]);
});

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const other of others) await other.close();
});

describe("a process killed while the platform works on its request", () => {
  test.each([
    ["upload the avatar", "/profileImages/temporary"],
    ["create the person", "/people"],
    ["attach the avatar", "/people/{personID}/images"],
    ["create the tasks", "/people/{personID}/tasks"],
    ["create the streams", "/people/{personID}/streams"],
  ])(
    "to %s is resumed by the next one, and nothing is there twice",
    async (what, path) => {
      const employeeId = `K-${what.split(" ").join("-")}`;
      platform.weather.add({
        kind: "latency",
        ms: 150,
        method: "POST",
        path,
        times: 1,
      });
      const from = platform.journal.length;
      const arrived = () =>
        platform.journal.slice(from).some((entry) => entry.path === path);

      const first = await startProcess();
      const delivery = {
        id: `msg_${employeeId}`,
        body: JSON.stringify(hireEvent(employeeId)),
      };
      const { status, headers } = await sendAsHr(
        first.origin,
        "/onboarding",
        delivery,
        Date.now(),
      );
      expect(status).toBe(202);
      await vi.waitUntil(arrived, { interval: 2, timeout: 20_000 });
      await first.kill();

      const second = await startProcess();
      const location = headers.get("location") ?? "";
      const operation = await vi.waitUntil(
        async () => {
          const seen = await readOperation(second.origin, location);
          return seen.status === "running" ? undefined : seen;
        },
        { interval: 20, timeout: 20_000 },
      );
      await second.kill();

      expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
      expectOneOfEach(platform, employeeId, operation.result?.personID);
      const creates = platform.journal.filter(
        (entry, index) =>
          index >= from &&
          entry.method === "POST" &&
          entry.path === "/people" &&
          entry.committed,
      );
      expect(creates).toHaveLength(1);
    },
  );
});

async function spawnProcess(endpoints: string[]): Promise<Process> {
  const program = join(import.meta.dirname, "../../fixtures/lambda-process.ts");
  const child = spawn(process.execPath, [program, ...endpoints], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const [origin] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => {
      throw new Error("the process ended before it listened");
    }),
  ])) as [string];
  return {
    origin,
    kill: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
