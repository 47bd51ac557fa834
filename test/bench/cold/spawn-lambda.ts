import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { type Invocation, reportSchema } from "./lambda-messages.ts";

export type Sandbox = {
  /** Absolute path of a module that exports `handler`. */
  bundle: string;
  environment: Record<string, string>;
};

/** One run of a sandbox, in milliseconds from the start of its process. */
export type SandboxRun = {
  /** From the start of the process to its first answer, without `moveMs`. */
  readyMs: number;
  /** Until the handler was there. */
  initMs: number;
  /** The first invocation. */
  invokeMs: number;
  /** The time of the emulation itself: moving a process into its group. No other figure includes it. */
  moveMs: number;
  /** Processor time until the first answer. */
  cpuMs: number;
  /** Of each invocation, the first one too. */
  invocations: { durationMs: number; cpuMs: number }[];
  /** When each was handed over, by the system's monotonic clock. */
  invokedAt: bigint[];
  answer: unknown;
  /** When the process was started, by the system's monotonic clock. */
  spawnedAt: bigint;
  /** Node's own modules that the start loaded. */
  modules: string[];
  /** Node's own modules that invocations loaded. */
  modulesLater: string[];
};

export type SpawnOptions = {
  event: unknown;
  /** @see createThrottle */
  throttle?: string | undefined;
  /** @default 1 */
  invocations?: number;
  onLog?: (line: string) => void;
};

export type SpawnLambda = (
  sandbox: Sandbox,
  options: SpawnOptions,
) => Promise<SandboxRun>;

/** Builds the sandbox once; what it resolves to runs a bundle in a process of its own, as Lambda does. */
export async function createSpawnLambda(): Promise<SpawnLambda> {
  const folder = mkdtempSync(join(tmpdir(), "bench-lambda-"));
  const program = join(folder, "lambda.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "lambda-process.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    minify: true,
  });

  return async ({ bundle, environment }, options) => {
    const invocation: Invocation = {
      bundle: pathToFileURL(bundle).href,
      event: JSON.stringify(options.event),
      throttle: options.throttle,
      invocations: options.invocations ?? 1,
      context: {
        functionName: "bench",
        functionVersion: "1",
        awsRequestId: "00000000-0000-4000-8000-000000000000",
        invokedFunctionArn: "arn:aws:lambda:eu-central-1:0:function:bench",
      },
    };
    const spawnedAt = process.hrtime.bigint();
    const child = spawn(process.execPath, [program], {
      env: {
        ...environment,
        AWS_LAMBDA_FUNCTION_NAME: "bench",
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
        INVOCATION: JSON.stringify(invocation),
      },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    const [report, lines, errors, code] = await Promise.all([
      read(child, 3),
      read(child, 1),
      read(child, 2),
      new Promise((resolve) => child.once("close", resolve)),
    ]);
    for (const line of lines.split("\n"))
      if (line !== "") options.onLog?.(line);
    if (code !== 0) throw new Error(`${bundle} ended: ${errors || lines}`);
    return toLife(report, spawnedAt);
  };
}

async function read(child: ChildProcess, channel: 1 | 2 | 3): Promise<string> {
  const stream = child.stdio[channel];
  return stream instanceof Readable ? text(stream) : "";
}

function toLife(report: string, spawnedAt: bigint): SandboxRun {
  const { steps, answer, ...modules } = reportSchema.parse(JSON.parse(report));
  const all = (name: string) =>
    steps
      .filter((step) => step.name === name)
      .map(({ at, cpu }) => ({
        atMs: Number(BigInt(at) - spawnedAt) / 1e6,
        cpuMs: (cpu.user + cpu.system) / 1e3,
      }));
  const [initialized] = all("initialized");
  const invoked = all("invoked");
  const answered = all("answered");
  const [begun] = invoked;
  const [first] = answered;
  if (!initialized || !begun || !first) throw new Error("a sandbox stopped");
  const moveMs = begun.atMs - initialized.atMs;
  return {
    readyMs: first.atMs - moveMs,
    initMs: initialized.atMs,
    invokeMs: first.atMs - begun.atMs,
    moveMs,
    cpuMs: first.cpuMs,
    invocations: answered.map(({ atMs, cpuMs }, index) => ({
      durationMs: atMs - (invoked[index]?.atMs ?? NaN),
      cpuMs: cpuMs - (invoked[index]?.cpuMs ?? NaN),
    })),
    invokedAt: steps
      .filter(({ name }) => name === "invoked")
      .map(({ at }) => BigInt(at)),
    answer: JSON.parse(answer),
    spawnedAt,
    ...modules,
  };
}
