import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import {
  type Invocation,
  reportSchema,
  type Start,
} from "./lambda-messages.ts";

export type Sandbox = {
  /** Absolute path of a module that exports `handler`. */
  bundle: string;
  environment: Record<string, string>;
  /** Entries in the callers secret beside those of the local stack. @default none */
  callers?: Record<string, unknown>;
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
  /** When the process was started, by the system's monotonic clock. */
  spawnedAt: bigint;
  /** Node's own modules that the start loaded. */
  modules: string[];
  /** Node's own modules that invocations loaded. */
  modulesLater: string[];
  /** The most memory that the process had. */
  peakMb: number;
};

/** A sandbox that stands still until it is invoked. */
export type Lambda = {
  /**
   * Hands over an event, `times` times, one after the other. Resolves to the first answer.
   *
   * @throws Error if the process has ended
   */
  invoke: (event: unknown, times?: number) => Promise<unknown>;
  /** Ends the process. Resolves to what it did. */
  end: () => Promise<SandboxRun>;
  kill: () => void;
};

/** @param throttle - the file of a {@link createThrottle} */
export type StartLambda = (
  sandbox: Sandbox,
  throttle: string | undefined,
) => Lambda;

/** Builds the sandbox once; what it resolves to loads a bundle in a process of its own, as Lambda does. */
export async function createStartLambda(): Promise<StartLambda> {
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

  return ({ bundle, environment }, throttle) => {
    const start: Start = {
      bundle: pathToFileURL(bundle).href,
      throttle,
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
        SANDBOX: JSON.stringify(start),
      },
      stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
    });
    const logged = Promise.all([read(child, 1), read(child, 2)]);
    const code = new Promise((resolve) => child.once("close", resolve));
    const lines = createInterface({ input: readable(child, 3) })[
      Symbol.asyncIterator
    ]();
    const events = writable(child, 4);
    // A process that has failed reads no more. The missing answer says so.
    events.on("error", () => undefined);

    async function nextLine(): Promise<string> {
      const { value, done } = await lines.next();
      if (done !== true) return value;
      const [output, errors] = await logged;
      throw new Error(`${bundle} ended: ${errors || output}`);
    }

    return {
      async invoke(event, times = 1) {
        const invocation: Invocation = { event: JSON.stringify(event), times };
        events.write(`${JSON.stringify(invocation)}\n`);
        return JSON.parse(await nextLine()) as unknown;
      },
      async end() {
        events.end();
        const report = await nextLine();
        await code;
        return toRun(report, spawnedAt);
      },
      kill: () => child.kill(),
    };
  };
}

function readable(child: ChildProcess, channel: 1 | 2 | 3): Readable {
  const stream = child.stdio[channel];
  if (stream instanceof Readable) return stream;
  throw new Error("a sandbox has no pipe");
}

function writable(child: ChildProcess, channel: 4): Writable {
  const stream = child.stdio[channel];
  if (stream instanceof Writable) return stream;
  throw new Error("a sandbox has no pipe");
}

async function read(child: ChildProcess, channel: 1 | 2): Promise<string> {
  return text(readable(child, channel));
}

function toRun(report: string, spawnedAt: bigint): SandboxRun {
  const { steps, peakKb, ...modules } = reportSchema.parse(JSON.parse(report));
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
    spawnedAt,
    peakMb: peakKb / 1024,
    ...modules,
  };
}
