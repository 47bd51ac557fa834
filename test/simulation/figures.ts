// The clock must be replaced before any other module is loaded.
import "./time/virtual-clock.ts";
import { sendTo } from "../environments/parts/receivers.ts";
import { tellLatencies } from "./checks/latencies.ts";
import { type Employee, hireData, newEmployee } from "./company/employee.ts";
import { dayOf, hourMs, minuteMs } from "./company/employee.ts";
import { createSchedule } from "./company/scheduler.ts";
import { createChance } from "./random.ts";
import { drawFaults } from "./system/faults.ts";
import type { Run } from "./system/run.ts";
import { createSystem, simulatedCallers } from "./system/system.ts";
import { createTrace } from "./system/trace.ts";
import { clock } from "./time/virtual-clock.ts";

/**
 * `npm run simulate:flood`: 5,000 mixed events arrive at once, and a hundred of them are terminations, at a platform that
 * takes 20 calls a second. Tells when the hundred are disabled, and what was done before the last of them.
 */
const leavers = 100;
const others = 100;
const hires = Number(process.argv[2] ?? 4_600);
const callsPerSecond = 20;

const beginMs = Date.UTC(2026, 0, 5);
clock.begin(beginMs, "flood ids");
const chance = createChance("flood");
const run: Run = {
  chance,
  faults: drawFaults("none", chance.fork("faults")),
  trace: createTrace(undefined),
  faultsSoFar: new Map(),
};
const disabled = new Map<string, number>();
const callsOf = { leavers: 0, others: 0 };
let isFlood = false;
let leaverIds = new Set<string>();
const system = createSystem(run, {
  settings: {
    callsPerSecond,
    disableLimit: { percent: 100, min: 1_000, max: 1_000 },
  },
  watcher: {
    call(path) {
      if (!isFlood || disabled.size === leavers) return;
      const id = /\/people\/(\d+)/.exec(path)?.[1] ?? "";
      callsOf[leaverIds.has(id) ? "leavers" : "others"] += 1;
    },
    applied(method, _path, body) {
      if (!isFlood || method !== "PUT") return;
      const { id, svc } = JSON.parse(body) as {
        id: string;
        svc: { enabled: boolean };
      };
      if (!svc.enabled) disabled.set(id, clock.nowMs());
    },
  },
  onOutput: () => undefined,
  onNotice: () => undefined,
});
createSchedule(run, system).begin();

const [token] = simulatedCallers.hris.keys;
let deliveries = 0;
async function send(type: string, data: Record<string, unknown>) {
  const answer = await sendTo(system.apps(), {
    type,
    data,
    atMs: clock.nowMs(),
    delivery: `${++deliveries}`,
    caller: "hris",
    token,
  });
  if (answer.status !== 202)
    clock.fail(new Error(`${type} was answered ${answer.status}`));
}

const today = dayOf(beginMs);
const staff = Array.from({ length: leavers + others }, (_, n): Employee => ({
  ...newEmployee(n + 1, today),
  hasExtras: false,
}));
for (const one of staff) void send("employee.hired", hireData(one));
await clock.runUntil(beginMs + 2 * hourMs);
const people = staff.map(({ username }) =>
  system.platform.findPerson(username),
);
leaverIds = new Set(people.slice(0, leavers).flatMap((one) => one?.id ?? []));

isFlood = true;
const floodMs = clock.nowMs();
const events: (() => Promise<void>)[] = [];
for (const { id } of staff.slice(0, leavers))
  events.push(() => send("employee.terminated", { employeeId: id }));
for (const { id } of staff.slice(leavers)) {
  events.push(() => send("status.set", { employeeId: id, text: "Busy" }));
  events.push(() =>
    send("employee.changed", { employeeId: id, title: "Boss" }),
  );
  events.push(() =>
    send("employee.changed", { employeeId: id, department: "B" }),
  );
}
for (let n = 0; n < hires; n++) {
  const one = {
    ...newEmployee(leavers + others + n + 1, today),
    hasExtras: false,
  };
  events.push(() => send("employee.hired", hireData(one)));
}
// In any order: a termination is behind thousands of hires as often as before them.
for (const event of events)
  clock.after(chance.between(0, 1_000), () => void event());
for (let minute = 1; minute <= 60 && disabled.size < leavers; minute++)
  await clock.runUntil(floodMs + minute * (minuteMs / 6));

const latencies = [...disabled.values()].map((atMs) => atMs - floodMs);
const leastMs = (callsOf.leavers / callsPerSecond) * 1_000;
const worstMs = Math.max(...latencies);
process.stdout.write(
  `${events.length} events at once, ${callsPerSecond} calls a second: ${disabled.size} leavers disabled, ${tellLatencies(latencies)}
calls until then: ${callsOf.leavers} for leavers, ${callsOf.others} for others; ${(worstMs / leastMs).toFixed(2)} x calls divided by rate
`,
);
// Work that is left keeps no process alive.
process.exit(disabled.size === leavers ? 0 : 1);
