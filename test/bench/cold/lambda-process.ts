import { createRequire } from "node:module";
import type { Invocation, Step } from "./lambda-messages.ts";

/**
 * A Lambda sandbox of Node.js 24 as a process. It does the same as the runtime client of AWS (npm `aws-lambda-ric`),
 * but takes its event from the environment instead of the native part. Like that client it loads the modules of Node
 * by `require`: an `import` of `node:http` would load undici into the floor and improve every ratio to it.
 *
 * It is bundled before it runs. Otherwise the start-up would include the removal of types.
 */
const require = createRequire(import.meta.url);
for (const name of ["path", "net", "http", "os", "util", "worker_threads"])
  require(`node:${name}`);
const { writeFileSync, writeSync } = process.getBuiltinModule("node:fs");

type Handler = (event: unknown, context: object) => unknown;

const steps: Step[] = [];
const note = (name: string) =>
  steps.push({
    name,
    at: process.hrtime.bigint().toString(),
    cpu: process.cpuUsage(),
  });

note("started");
const { bundle, event, throttle, invocations, context } = JSON.parse(
  process.env["INVOCATION"] ?? "",
) as Invocation;
delete process.env["INVOCATION"];
const { handler } = (await import(bundle)) as { handler: Handler };
if (handler.length > 2) throw new Error("Lambda takes no callback handlers.");
note("initialized");
const modulesAtInit = modules().length;
// From here on a small function has a share of a processor only.
if (throttle !== undefined) writeFileSync(throttle, String(process.pid));

const answers: string[] = [];
for (let count = 0; count < invocations; count++) {
  note("invoked");
  const answer = await handler(JSON.parse(event), {
    ...context,
    getRemainingTimeInMillis: () => 30_000,
  });
  const text = JSON.stringify(answer ?? null);
  note("answered");
  answers.push(text);
}

writeSync(
  3,
  JSON.stringify({
    steps,
    answer: answers[0],
    modules: modules().slice(0, modulesAtInit),
    modulesLater: modules().slice(modulesAtInit),
  }),
);
process.exit(0);

/** Node's own modules, in the order in which they were loaded. */
function modules(): string[] {
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
  return moduleLoadList;
}
