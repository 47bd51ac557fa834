import { setTimeout as sleep } from "node:timers/promises";
import type { ShownPlan } from "../../../functions/lists/contract.ts";
import {
  type LocalSources,
  startLocalSources,
} from "../../../infra/local/local-sources.ts";
import { mergePatch } from "../../../shared/webhook/presets/apply-preset.ts";
import { minuteMs } from "../../../shared/durations.ts";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import { useStarted } from "../../fixtures/use-started.ts";
import type { InProcessOptions } from "../../environments/in-process/deployment.ts";
import { createListActions, listCallers } from "./lists-for-test.ts";

export type Pulls = InProcess &
  ReturnType<typeof createListActions> & {
    sources: LocalSources;
    /** A minute passes, and the schedule of a source starts a pull. Resolves to its plan when no execution runs. */
    pull: (source: string) => Promise<ShownPlan>;
    /** Starts an execution with one delivery of a schedule. */
    fire: (source: string, scheduledTime: string) => Promise<void>;
    plansOf: (source: string) => Promise<ShownPlan[]>;
    /** Pulls until the source is in use: the first plan links people, and an operator approves the second. */
    begin: (source: string) => Promise<ShownPlan>;
  };

/** One environment with the stand-ins of HR systems that send no webhooks, for all tests of a file. */
export function usePulls({
  sourceRate,
  pageRows = 100,
  part = {},
  ...options
}: InProcessOptions & {
  /** How many calls a second each source takes. @default unlimited */
  sourceRate?: number;
  /** How many records Personio has on a page. @default 100 */
  pageRows?: number;
  /** Overrides this part of the entry of each vendor among the callers. @default none */
  part?: object;
} = {}): () => Pulls {
  const start = async (): Promise<Pulls> => {
    const clock: { nowMs?: () => number } = {};
    const sources = await startLocalSources(0, {
      nowMs: () => clock.nowMs?.() ?? Date.now(),
      sleepMs: (ms) => sleep(Math.min(ms, 1_000)),
    });
    const environment = await startInProcess({
      ...options,
      callers: {
        ...listCallers,
        ...mapValues(sources.callers, (entry) =>
          mergePatch(withPagesOf(pageRows, entry), part),
        ),
        ...options.callers,
      },
      sources: mapValues(sources.sources, (entry) => ({
        ...entry,
        ...(sourceRate && { callsPerSecond: sourceRate }),
      })),
    });
    clock.nowMs = environment.nowMs;
    const actions = createListActions(environment);
    const { engine, advanceTime, nowMs } = environment;
    let deliveries = 0;
    const fire = async (pull: string, scheduledTime: string) => {
      engine.start({
        functionName: "lists",
        name: `delivery_${++deliveries}`,
        payload: JSON.stringify({ pull, schedule: "arn", scheduledTime }),
      });
      await engine.idle();
    };
    const plansOf = async (source: string) => {
      const answer = await actions.request("GET", "");
      const { plans } = (await answer.json()) as { plans: ShownPlan[] };
      return plans.filter((plan) => plan.source === source);
    };
    const pull = async (source: string) => {
      advanceTime(minuteMs);
      await fire(source, new Date(nowMs()).toISOString());
      const [newest] = await plansOf(source);
      if (!newest) throw new Error(`there is no plan of ${source}`);
      return newest;
    };
    const begin = async (source: string) => {
      await actions.apply(await pull(source));
      await actions.apply(await pull(source));
      await environment.runUntilIdle();
      return pull(source);
    };
    return {
      ...environment,
      ...actions,
      sources,
      pull,
      fire,
      plansOf,
      begin,
      close: async () => {
        await environment.close();
        await sources.close();
      },
    };
  };
  return useStarted(start, ({ sources: { hibob, personio, bamboohr } }) => {
    for (const source of [hibob, personio, bamboohr]) source.faults.clear();
  });
}

function withPagesOf(rows: number, entry: object): unknown {
  const text = JSON.stringify(entry);
  return JSON.parse(text.replaceAll("limit=100", `limit=${rows}`));
}

function mapValues(
  all: Record<string, object>,
  change: (value: object) => unknown,
): Record<string, unknown> {
  const entries = Object.entries(all);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, change(value)]),
  );
}

let people = 0;
/** A new employee whose name no other one has. */
export function newcomer(title = "Analyst") {
  const nth = ++people;
  return {
    givenName: `Pull${nth}`,
    familyName: "Byron",
    email: `pull.${nth}@example.com`,
    title,
  };
}
