// The clock must be replaced before any other module is loaded.
import "./time/virtual-clock.ts";
import { parseArgs } from "node:util";
import { mixedRequest } from "../functions/scim/mixed-requests.ts";
import { figureOf } from "./checks/figure-of.ts";
import { beginQuietRun } from "./system/run.ts";
import { createSystem, simulatedCallers } from "./system/system.ts";
import { clock } from "./time/virtual-clock.ts";

/**
 * Two identity providers send mixed requests at a rate. Prints as JSON how often each status came, and how long the
 * answers took by the virtual clock: it counts the table, the platform and the pauses, and not the processor.
 */
const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "25" },
    seconds: { type: "string", default: "20" },
    /** How many calls a second all workflows make to the platform at most. */
    calls: { type: "string" },
  },
});
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
const beginMs = Date.UTC(2026, 0, 5, 12);
const providers = ["entra", "okta"] as const;

const system = createSystem(beginQuietRun(beginMs, "scim load"), {
  settings: {
    callsPerSecond:
      values.calls === undefined ? undefined : Number(values.calls),
    disableLimit: { percent: 100, min: 10_000, max: 10_000 },
  },
});
const ids: Record<(typeof providers)[number], string[]> = {
  entra: [],
  okta: [],
};
const latencies: number[] = [];
const statuses: Record<string, number> = {};
let withoutRetryAfter = 0;

async function send(number: number): Promise<void> {
  const provider = providers[number % providers.length]!;
  const known = ids[provider];
  const { method, path, body } = mixedRequest(
    number,
    known[number % Math.max(1, known.length)],
  );
  const [token] = simulatedCallers[provider].keys;
  const fromMs = clock.nowMs();
  const answer = await system
    .apps()
    .scim.request(`/scim/v2/${provider}/Users${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/scim+json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { status, headers } = answer;
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (status !== 429) latencies.push(clock.nowMs() - fromMs);
  else if (!/^\d+$/.test(headers.get("retry-after") ?? ""))
    withoutRetryAfter += 1;
  if (status === 201) known.push(((await answer.json()) as { id: string }).id);
}

for (let number = 0; number < rate * seconds; number++)
  clock.after((number * 1_000) / rate, () => clock.guard(() => send(number)));
await clock.runUntil(beginMs + (seconds + 60) * 1_000);
process.stdout.write(
  `${JSON.stringify({
    p50: figureOf(latencies, 0.5),
    p95: figureOf(latencies, 0.95),
    statuses,
    withoutRetryAfter,
  })}\n`,
);
