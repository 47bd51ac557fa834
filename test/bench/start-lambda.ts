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
};

/** What the process of a sandbox is started with. */
export type Start = {
  /** URL of a module that exports `handler`. */
  bundle: string;
  /** The file that moves a process into the group of those with a share of a processor. */
  throttle: string | undefined;
};

/** One line to a sandbox: an event as JSON, and how often it is handed over. It answers with the first answer as JSON. */
export type Invocation = { event: string; times: number };

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
  /** From the start of the process to its first answer, without `moveMs`. */
  readyMs: number;
  /** Until the handler was there. */
  initMs: number;
  /** The time of the emulation itself: moving a process into its group. No other figure includes it. */
  moveMs: number;
  /** Processor time until the first answer. */
  cpuMs: number;
  /** Each has the time by the system's monotonic clock at which it was handed over. */
  invocations: { at: bigint; durationMs: number; cpuMs: number }[];
  /** When the process was started, by the system's monotonic clock. */
  spawnedAt: bigint;
  /** The most memory that the process had. */
  peakMb: number;
};

/** A sandbox that stands still until it is invoked. */
export type Lambda = {
  /** Resolves when the bundle is loaded. */
  loaded: Promise<unknown>;
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

/** Builds the sandbox once; what it resolves to loads a bundle in a process of its own, as Lambda does. */
export async function createStartLambda() {
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

  /**
   * @param throttle - of a {@link Mode}
   * @param options - of Node
   */
  return (
    { bundle, environment }: Sandbox,
    throttle?: string,
    options: readonly string[] = [],
  ): Lambda => {
    const start: Start = { bundle: pathToFileURL(bundle).href, throttle };
    const spawnedAt = process.hrtime.bigint();
    const child = spawn(process.execPath, [...options, program], {
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
    // A process that has failed reads no more. The missing answer says so.
    events.on("error", () => undefined);

    async function nextLine(): Promise<string> {
      const { value, done } = await lines.next();
      if (done !== true) return value;
      const [printed, failed] = await logged;
      throw new Error(`${bundle} ended: ${failed || printed}`);
    }

    const loaded = nextLine();
    // A missing answer says it, too.
    loaded.catch(() => undefined);
    return {
      loaded,
      async invoke(event, times = 1) {
        const invocation: Invocation = { event: JSON.stringify(event), times };
        events.write(`${JSON.stringify(invocation)}\n`);
        return JSON.parse(await nextLine()) as unknown;
      },
      async end() {
        events.end();
        const report = JSON.parse(await nextLine()) as Report;
        await ended;
        return toRun(report, spawnedAt);
      },
      kill: () => child.kill(),
    };
  };
}

function toRun({ steps, peakKb }: Report, spawnedAt: bigint): SandboxRun {
  const all = (name: string) =>
    steps
      .filter((step) => step.name === name)
      .map(({ at, cpu }) => ({
        at: BigInt(at),
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
    moveMs,
    cpuMs: first.cpuMs,
    invocations: invoked.map(({ at, atMs, cpuMs }, nth) => ({
      at,
      durationMs: (answered[nth]?.atMs ?? NaN) - atMs,
      cpuMs: (answered[nth]?.cpuMs ?? NaN) - cpuMs,
    })),
    spawnedAt,
    peakMb: peakKb / 1024,
  };
}
