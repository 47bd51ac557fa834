import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

export type Sandbox = {
  /** Absolute path of a module that exports `handler`. */
  bundle: string;
  environment: Record<string, string>;
  /** The `throttle` of a `ProcessorShare`. */
  throttle?: string | undefined;
  /** Options of Node. */
  options?: readonly string[];
};

/** What the process of a sandbox reads from the variable SANDBOX. */
export type Start = {
  /** URL of a module that exports `handler`. */
  bundle: string;
  /** A process whose id is written into this file has a share of a processor only. */
  throttle: string | undefined;
};

/** The line that answers an event. */
type Answer = { answer?: unknown; error?: string };

/** What a sandbox did: its last line. */
export type Report = {
  steps: {
    name: string;
    /** Nanoseconds of the system's monotonic clock, which all processes share. */
    at: string;
    /** Microseconds since the process began. */
    cpu: { user: number; system: number };
  }[];
  peakKb: number;
};

/** One run of a sandbox, in milliseconds from the start of its process. */
export type SandboxRun = {
  /** From the start of the process to its first answer, without the time in which it waited for its first event. */
  readyMs: number;
  /** Until the bundle was loaded. */
  initMs: number;
  /** Processor time until the first answer. */
  cpuMs: number;
  invocations: { durationMs: number; cpuMs: number }[];
  /** The most memory that the process had. */
  peakMb: number;
};

/** A sandbox that stands still until it is invoked. */
export type Lambda = {
  /** Resolves when the bundle is loaded. */
  loaded: Promise<unknown>;
  /**
   * Hands over an event, after all earlier ones. Resolves to the answer.
   *
   * @throws Error if the function fails, or its process has ended
   */
  invoke: (event: unknown) => Promise<unknown>;
  /** Ends the process. Resolves to what it did. */
  end: () => Promise<SandboxRun>;
  kill: () => void;
};

let program: Promise<string> | undefined;

/** Starts a process that loads a bundle as Lambda does. */
export async function startLambda(sandbox: Sandbox): Promise<Lambda> {
  const { bundle, environment, throttle, options = [] } = sandbox;
  const path = await (program ??= buildProgram());
  const start: Start = { bundle: pathToFileURL(bundle).href, throttle };
  const spawnedAt = process.hrtime.bigint();
  const child = spawn(process.execPath, [...options, path], {
    env: {
      ...environment,
      AWS_LAMBDA_FUNCTION_NAME: "bench",
      SANDBOX: JSON.stringify(start),
    },
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
  });
  const [, output, errors, answers, events] = child.stdio;
  if (!(answers instanceof Readable) || !(events instanceof Writable))
    throw new Error("a sandbox has no pipe");
  const logged = Promise.all([text(output!), text(errors!)]);
  const ended = new Promise((resolve) => child.once("close", resolve));
  const lines = createInterface({ input: answers })[Symbol.asyncIterator]();
  // A process that has failed reads no more. The missing answer reports it.
  events.on("error", () => undefined);

  async function nextLine(): Promise<string> {
    const { value, done } = await lines.next();
    if (done !== true) return value;
    const [printed, failed] = await logged;
    throw new Error(`${bundle} ended: ${failed || printed}`);
  }

  const loaded = nextLine();
  // The missing answer of `invoke` reports it, too.
  loaded.catch(() => undefined);
  return {
    loaded,
    async invoke(event) {
      events.write(`${JSON.stringify(event)}\n`);
      const { answer, error } = JSON.parse(await nextLine()) as Answer;
      if (error === undefined) return answer;
      throw new Error(`${bundle} failed: ${error}`);
    },
    async end() {
      events.end();
      const report = JSON.parse(await nextLine()) as Report;
      await ended;
      return toRun(report, spawnedAt);
    },
    kill: () => child.kill(),
  };
}

async function buildProgram(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "bench-lambda-"));
  const outfile = join(folder, "lambda.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "lambda-process.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    minify: true,
  });
  return outfile;
}

function toRun({ steps, peakKb }: Report, spawnedAt: bigint): SandboxRun {
  const timesOf = (step: string) =>
    steps
      .filter(({ name }) => name === step)
      .map(({ at, cpu }) => ({
        atMs: Number(BigInt(at) - spawnedAt) / 1e6,
        cpuMs: (cpu.user + cpu.system) / 1e3,
      }));
  const [initialized] = timesOf("initialized");
  const invoked = timesOf("invoked");
  const answered = timesOf("answered");
  const [begun] = invoked;
  const [first] = answered;
  if (!initialized || !begun || !first) throw new Error("a sandbox stopped");
  return {
    readyMs: initialized.atMs + (first.atMs - begun.atMs),
    initMs: initialized.atMs,
    cpuMs: first.cpuMs,
    invocations: invoked.map(({ atMs, cpuMs }, nth) => ({
      durationMs: (answered[nth]?.atMs ?? NaN) - atMs,
      cpuMs: (answered[nth]?.cpuMs ?? NaN) - cpuMs,
    })),
    peakMb: peakKb / 1024,
  };
}
