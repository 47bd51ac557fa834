import { expect } from "vitest";
import {
  type KillAt,
  Killed,
  type Moment,
  moments,
  runAsProcess,
} from "../../environments/in-process/processes.ts";
import { roundLease } from "../../../shared/store/outbox.ts";
import { effort } from "../effort.ts";
import { type FaultEnvironment, runAll } from "./environment.ts";
import { runScenario, writesOf } from "./run-scenario.ts";
import type { FaultScenario } from "./scenarios.ts";

/** A request of a process: its name, and how many with this name came before. Parallel requests have no fixed order. */
type Boundary = { name: string; nth: number };
type Kill = {
  at: Boundary;
  moment: Moment;
  /** Whether the sender does not repeat an event that was stored. */
  givesUp?: boolean;
};

/** In milliseconds, longer than the time after which the scheduler starts an accepted operation again. */
const nextRoundMs = 3 * 60_000;
const maxTries = 4;

/** Kills a process at one request, or at none, and notes all requests. */
function createKiller(kill?: Kill) {
  const met: Boundary[] = [];
  let kills = 0;
  const killAt: KillAt = (name) => {
    const nth = met.filter((one) => one.name === name).length;
    met.push({ name, nth });
    if (kill?.at.name !== name || kill.at.nth !== nth) return undefined;
    kills += 1;
    return kill.moment;
  };
  return { met, killAt, kills: () => kills };
}

/**
 * The environment, in which not only workflows are processes that can be killed, but also receivers, the operators' API
 * and each round of the scheduler. Senders and operators repeat a request that has no answer, and another round of the
 * scheduler follows. `repeat` delivers the event of the scenario again.
 */
function withProcesses(environment: FaultEnvironment, givesUp: boolean) {
  let sends = 0;
  let repeat: (() => Promise<Response>) | undefined;
  const attempt = (ask: () => Promise<Response>) =>
    runAsProcess(ask).catch((error: unknown) => {
      if (error instanceof Killed) return undefined;
      throw error;
    });

  async function insist(ask: () => Promise<Response>): Promise<Response> {
    for (let tries = 1; tries <= maxTries; tries++) {
      const answer = await attempt(ask);
      if (!answer || answer.status >= 500) continue;
      // A 409 says that the first try took effect. Its answer was lost.
      return tries > 1 && answer.status === 409
        ? new Response(null, { status: 202 })
        : answer;
    }
    throw new Error("there is no answer");
  }

  async function dispatchDue(): Promise<void> {
    try {
      await runAsProcess(environment.dispatchDue);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      environment.advanceTime(nextRoundMs);
      await environment.dispatchDue();
    }
  }

  const mortal: FaultEnvironment = {
    ...environment,
    dispatchDue,
    async runScheduler() {
      await dispatchDue();
      await environment.idle();
    },
    async send(type, data, options) {
      const atMs = environment.nowMs();
      const same = { atMs, delivery: `kill-${++sends}-${atMs}`, ...options };
      const ask = () => environment.send(type, data, same);
      // The first event of a process that can be killed is that of the scenario.
      if (environment.partFailures.killAt) repeat ??= () => insist(ask);
      const { employeeId } = data as { employeeId: string };
      const first = await attempt(ask);
      if (first && first.status < 500) return first;
      const stored = await environment.store.operations.ofEmployee(employeeId);
      const own = stored.find(
        (one) => one.type === type && one.eventAtMs === atMs,
      );
      if (!givesUp || !own) return insist(ask);
      const location = `/operations/${own.id}`;
      return new Response(null, { status: 202, headers: { location } });
    },
    operate: (...request) => insist(() => environment.operate(...request)),
    async act(verb, id, ...rest) {
      const answer = await insist(() => environment.act(verb, id, ...rest));
      await environment.idle();
      return answer;
    },
  };
  return { mortal, repeat: () => repeat?.() };
}

/** Runs a scenario whose process is killed at a request, or at none. Expects the right end, and each effect once. */
async function runWithKill(
  environment: FaultEnvironment,
  scenario: FaultScenario,
  kill?: Kill,
) {
  const killer = createKiller(kill);
  const { mortal, repeat } = withProcesses(environment, kill?.givesUp ?? false);
  const { first, last } = await runScenario(mortal, scenario, () => {
    environment.endProcess();
    environment.partFailures.killAt = killer.killAt;
  });
  const writes = writesOf(environment.requests());
  // A repeated delivery of an event that has ended leaves nothing.
  const again = await repeat();
  await environment.idle();
  if (again) expect(again.headers.get("location")).toContain(last.id);
  environment.partFailures.killAt = undefined;
  // An operator was needed only for a ruling about an operation that a limit held.
  if (scenario.ruling) expect(first.reason).toMatch(/-limit$/);
  else expect(first.status).toBe(last.status);
  expect(last.warnings).toEqual([]);
  expect(writesOf(environment.requests())).toEqual(writes);
  await expectNothingLeft(environment);
  return { ...killer, writes };
}

/** After a cancellation the person may be enabled once more, which changes nothing: so each write counts once. */
function onceIn(writes: string[], { isCancelled }: FaultScenario): string[] {
  return isCancelled ? [...new Set(writes)] : writes;
}

/** Expects that no execution goes on, no lease is held, and no personal data of an event is stored. */
async function expectNothingLeft(environment: FaultEnvironment): Promise<void> {
  const executions = environment.engine.list();
  expect(executions.filter(({ status }) => status !== "SUCCEEDED")).toEqual([]);
  const items = await environment.storedItems();
  const isLeft = (item: Record<string, unknown>) => {
    const id = String(item["id"]);
    if (id === roundLease) return false;
    if (/^(?:data|note)#/.test(id) || "avatarId" in item) return true;
    // The key of an avatar was erased with its operation's data, and its sealed bytes expire.
    if (id.startsWith("avatar#")) return !("expiresAtSeconds" in item);
    const held = ["leaseBy", "leaseUntilMs", "lease", "passwordSalt"];
    return held.some((attribute) => attribute in item);
  };
  expect(items.filter(isLeft)).toEqual([]);
}

/** Kills a process at each request of a scenario. Resolves to the kills that were not survived, a line for each. */
export async function runKills(
  environments: readonly FaultEnvironment[],
  scenario: FaultScenario,
): Promise<string[]> {
  const [environment] = environments;
  if (!environment) throw new Error("there is no environment");
  const { met, writes } = await runWithKill(environment, scenario);
  const begin = met.findIndex(({ name }) => name.startsWith("start "));
  const all = met.flatMap((at, index): Kill[] =>
    moments.flatMap((moment) => [
      { at, moment },
      // Up to the start of the workflow, the killed process is the receiver.
      ...(index <= begin ? [{ at, moment, givesUp: true }] : []),
    ]),
  );
  /** The kills of `npm test`: after the first request to each path of people, before its answer. */
  const few = all.filter(
    ({ at, moment }) =>
      moment === "unanswered" && at.nth === 0 && / \/people/.test(at.name),
  );
  const chosen = effort(few, all);
  return runAll(chosen, environments, async (one, kill) => {
    // Progress is written beside the work of a workflow. On a busy machine, that write may be missing: try twice.
    for (let tries = 1; ; tries++) {
      const run = await runWithKill(one, scenario, kill);
      expect(onceIn(run.writes, scenario)).toEqual(onceIn(writes, scenario));
      if (run.kills() === 1) return;
      if (tries === 2) throw new Error("never met");
    }
  });
}
