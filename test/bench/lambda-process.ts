import { createRequire } from "node:module";
import type { Report, Start } from "./start-lambda.ts";

/**
 * A Lambda sandbox of Node.js 24 as a process. It does the same as the runtime client of AWS (npm `aws-lambda-ric`),
 * but takes its events from a pipe. While it waits for an event, it stands still like a frozen sandbox. Like that
 * client, it loads the modules of Node by `require`: an `import` of `node:http` would load undici into the empty
 * handler, too, and so improve every ratio to it.
 *
 * This file is bundled before it runs, so that its start does not include the removal of types.
 */
const require = createRequire(import.meta.url);
for (const name of ["path", "net", "http", "os", "util", "worker_threads"])
  require(`node:${name}`);
const { readFileSync, readSync, writeFileSync, writeSync } =
  process.getBuiltinModule("node:fs");

/** The pipes that `start-lambda.ts` opens. */
const [answersPipe, eventsPipe] = [3, 4];

type Handler = (event: unknown, context: object) => unknown;

const steps: Report["steps"] = [];
const note = (name: string) =>
  steps.push({
    name,
    at: process.hrtime.bigint().toString(),
    cpu: process.cpuUsage(),
  });

const { bundle, throttle } = JSON.parse(process.env["SANDBOX"] ?? "") as Start;
delete process.env["SANDBOX"];
const { handler } = (await import(bundle)) as { handler: Handler };
if (handler.length > 2) throw new Error("Lambda takes no callback handlers.");
note("initialized");
writeSync(answersPipe, "loaded\n");
// From here on, a small function has a share of a processor only.
if (throttle !== undefined) writeFileSync(throttle, String(process.pid));

const chunk = Buffer.alloc(64 * 1024);
let unread = Buffer.alloc(0);
for (let event = readLine(); event !== undefined; event = readLine()) {
  note("invoked");
  const text = await invoke(JSON.parse(event)).then(
    (answer) => JSON.stringify({ answer }),
    (error: unknown) => JSON.stringify({ error: String(error) }),
  );
  note("answered");
  writeSync(answersPipe, `${text}\n`);
}

const report: Report = { steps, peakKb: peakKb() };
writeSync(answersPipe, JSON.stringify(report));
process.exit(0);

async function invoke(event: unknown): Promise<unknown> {
  return handler(event, {
    functionName: "bench",
    functionVersion: "1",
    awsRequestId: "00000000-0000-4000-8000-000000000000",
    invokedFunctionArn: "arn:aws:lambda:eu-central-1:0:function:bench",
    getRemainingTimeInMillis: () => 60_000,
  });
}

/** The next line, or undefined at the end. The process stands still until then. */
function readLine(): string | undefined {
  let end = unread.indexOf("\n");
  while (end < 0) {
    const length = readSync(eventsPipe, chunk);
    if (length === 0) return undefined;
    unread = Buffer.concat([unread, chunk.subarray(0, length)]);
    end = unread.indexOf("\n");
  }
  const line = unread.toString("utf8", 0, end);
  unread = unread.subarray(end + 1);
  return line;
}

/** The most memory that this process had. Zero outside of Linux. `maxRSS` of Node would count that of the parent. */
function peakKb(): number {
  if (process.platform !== "linux") return 0;
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]);
}
