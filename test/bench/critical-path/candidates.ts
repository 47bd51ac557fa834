import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { localSecrets } from "../../../infra/local/credentials.ts";
import {
  type SandboxPart,
  startSandbox,
} from "../../environments/benchmark/start-sandbox.ts";
import { startBenchmarkEnvironment } from "../../environments/benchmark.ts";
import { avatarOf, hireOf, tasksOf } from "../../fixtures/hire.ts";
import { splitTime, type TimeSplit } from "./time-split.ts";

export const callMs = 50;
const avatar = avatarOf(200 * 1024);
const taskCount = 5;

const folder = resolve(import.meta.dirname, "../../fixtures/tls");
const certificate = join(folder, "loopback.cert.pem");
const pem = (part: string) =>
  readFileSync(join(folder, `loopback.${part}.pem`), "utf8");

export type Transport = "http" | "https";
export type State = "warm" | "cold";
/** Starts a slow platform on one transport, and both candidates, each in a warm sandbox. */
export async function startCandidates(
  transport: Transport,
  peerBundle: string,
) {
  const isSecure = transport === "https";
  const environment = await startBenchmarkEnvironment({
    platform: isSecure ? { tls: { cert: pem("cert"), key: pem("key") } } : {},
    environment: isSecure ? { NODE_EXTRA_CA_CERTS: certificate } : {},
  });
  await environment.platform.addFault({ kind: "latency", ms: callMs });
  const { consumerKey, consumerSecret, username, password } =
    localSecrets.community;
  const startPeer = () =>
    startSandbox(peerBundle, {
      BASE_URL: environment.platform.origin,
      CONSUMER_KEY: consumerKey,
      CONSUMER_SECRET: consumerSecret,
      USERNAME: username,
      PASSWORD: password,
      ...(isSecure && { NODE_EXTRA_CA_CERTS: certificate }),
    });
  const startOurs = () => environment.startFunction("employment-workflow");
  const [ours, peer] = await Promise.all([startOurs(), startPeer()]);
  let hires = 0;

  const nextHire = () => hireOf(`E${++hires}`, { tasks: tasksOf(taskCount) });

  async function onboardIn(sandbox: SandboxPart): Promise<TimeSplit> {
    const hire = nextHire();
    const id = await environment.accept(
      "employee.hired",
      hire.employeeId,
      { ...hire, avatar: { inline: true } },
      avatar,
    );
    environment.use(sandbox);
    const { tookMs } = await environment.run("employment-workflow", id);
    const operation = await environment.store.operations.get(id);
    if (operation?.status !== "succeeded" || operation.warnings.length > 0)
      throw new Error(`an onboarding ended ${operation?.status}`);
    return splitTime(tookMs, environment.takeInvocations(), environment.nameOf);
  }

  async function peerIn(sandbox: SandboxPart): Promise<TimeSplit> {
    const avatarBase64 = Buffer.from(avatar).toString("base64");
    const fromMs = performance.now();
    const invoked = await sandbox.invoke({ ...nextHire(), avatarBase64 });
    const tookMs = performance.now() - fromMs;
    return splitTime(tookMs, [invoked], environment.nameOf);
  }

  /** Runs in a process that has loaded its bundle and was not invoked yet. */
  async function inNew(
    start: () => Promise<SandboxPart>,
    work: (sandbox: SandboxPart) => Promise<TimeSplit>,
  ): Promise<TimeSplit> {
    const sandbox = await start();
    try {
      return await work(sandbox);
    } finally {
      await sandbox.close();
    }
  }

  return {
    ours: (state: State) =>
      state === "warm" ? onboardIn(ours) : inNew(startOurs, onboardIn),
    peer: (state: State) =>
      state === "warm" ? peerIn(peer) : inNew(startPeer, peerIn),
    close: async () => {
      await Promise.all([ours.close(), peer.close()]);
      await environment.close();
    },
  };
}
