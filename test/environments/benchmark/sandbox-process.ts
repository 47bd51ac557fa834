import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { serve } from "../parts/part.ts";

/** A sandbox of Lambda as a process. It loads a bundle and passes events to it, also several at once. */
const handlerSchema = z.object({
  handler: z.custom<(event: unknown, context: object) => unknown>(
    (value) => typeof value === "function",
  ),
});
const requestSchema = z.union([
  z.object({ event: z.unknown() }),
  z.object({ measure: z.literal(true) }),
]);

const { handler } = handlerSchema.parse(
  await import(pathToFileURL(process.argv[2] ?? "").href),
);
setFlagsFromString("--expose-gc");
const collectGarbage = z
  .custom<() => void>((value) => typeof value === "function")
  .parse(runInNewContext("gc"));

serve(undefined, async (request) => {
  const asked = requestSchema.parse(request);
  if ("measure" in asked) {
    collectGarbage();
    const { user, system } = process.cpuUsage();
    return {
      heapBytes: process.memoryUsage().heapUsed,
      cpuMs: (user + system) / 1_000,
      peakBytes: peakBytes(),
    };
  }
  const answer: unknown = await handler(asked.event, {
    awsRequestId: "00000000-0000-4000-8000-000000000000",
    functionName: "bench",
    functionVersion: "1",
    getRemainingTimeInMillis: () => 60_000,
  });
  // Lambda hands on JSON, and nothing else.
  return JSON.stringify(answer ?? null);
});

/** The most memory of this process. `maxRSS` of Node begins with that of its parent. Zero outside of Linux. */
function peakBytes(): number {
  if (process.platform !== "linux") return 0;
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024;
}
