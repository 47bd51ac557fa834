import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SandboxPart } from "../../environments/benchmark/start-sandbox.ts";
import { startBenchmarkEnvironment } from "../../environments/benchmark.ts";
import { avatarOf, hireOf, tasksOf } from "../../fixtures/hire.ts";
import { splitTime, type TimeSplit } from "./time-split.ts";

export const callMs = 50;
const base64 = Buffer.from(avatarOf(200 * 1024)).toString("base64");
const taskCount = 5;

const folder = resolve(import.meta.dirname, "../../fixtures/tls");
const certificate = join(folder, "loopback.cert.pem");
const pem = (part: string) =>
  readFileSync(join(folder, `loopback.${part}.pem`), "utf8");

export type Transport = "http" | "https";
type State = "warm" | "cold";
/** Starts a slow platform on one transport, and the workflow in a warm sandbox. */
export async function startCandidate(transport: Transport) {
  const isSecure = transport === "https";
  const environment = await startBenchmarkEnvironment({
    platform: isSecure ? { tls: { cert: pem("cert"), key: pem("key") } } : {},
    environment: isSecure ? { NODE_EXTRA_CA_CERTS: certificate } : {},
  });
  await environment.platform.addFault({ kind: "latency", ms: callMs });
  const start = () => environment.startFunction("employment-workflow");
  const warm = await start();
  let hires = 0;

  async function onboardIn(sandbox: SandboxPart): Promise<TimeSplit> {
    const hire = hireOf(`E${++hires}`, { tasks: tasksOf(taskCount) });
    const id = await environment.accept("employee.hired", hire.employeeId, {
      ...hire,
      avatar: { base64 },
    });
    environment.use(sandbox);
    const { tookMs } = await environment.run("employment-workflow", id);
    const operation = await environment.store.operations.get(id);
    if (operation?.status !== "succeeded" || operation.warnings.length > 0)
      throw new Error(`an onboarding ended ${operation?.status}`);
    return splitTime(tookMs, environment.takeInvocations(), environment.nameOf);
  }

  /** Runs in a process that has loaded its bundle and was not invoked yet. */
  async function onboardInNew(): Promise<TimeSplit> {
    const sandbox = await start();
    try {
      return await onboardIn(sandbox);
    } finally {
      await sandbox.close();
    }
  }

  return {
    onboard: (state: State) =>
      state === "warm" ? onboardIn(warm) : onboardInNew(),
    close: async () => {
      await warm.close();
      await environment.close();
    },
  };
}
