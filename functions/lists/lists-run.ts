import type { DurableContext } from "@aws/durable-execution-sdk-js";
import type { Person } from "../../shared/community/person.ts";
import { ConfigurationError } from "../../shared/configuration-error.ts";
import { eventFactsOf } from "../../shared/event-types.ts";
import type { PlatformDependencies } from "../../shared/person/platform-dependencies.ts";
import type { SourceReader } from "../../shared/source/source-reader.ts";
import type { FindSource } from "../../shared/source/sources-secret.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import type { OperatorLists } from "../../shared/store/operator-lists.ts";
import type { Callers } from "../../shared/webhook/callers.ts";
import { createEnvelopeParser } from "../../shared/webhook/envelope.ts";
import {
  wholeRecordMapSchema,
  listOptionsOf,
} from "../../shared/webhook/lookup.ts";
import type {
  PlanInput,
  StartPlan,
  StartWorkflow,
} from "../../shared/workflow/execution.ts";
import {
  reserveRetry,
  type RateLimitOptions,
} from "../../shared/workflow/reserve-calls.ts";
import type { PrepareRetry, Steps } from "../../shared/workflow/steps.ts";
import { useCaseEvents } from "../events/event.ts";
import type { ListsSettings } from "./config.ts";
import { maxChunkRows, type SentRow } from "./contract.ts";
import type { RowContext } from "./row-context.ts";
import type { Plan } from "./plan.ts";
import type { Plans } from "./plans.ts";

export type ListsDependencies = PlatformDependencies & {
  settings: ListsSettings;
  plans: Plans;
  lists: Pick<OperatorLists, "employees">;
  callers: Pick<Callers, "find">;
  findSource: FindSource;
  sources: Pick<SourceReader, "ask" | "readPage">;
  startWorkflow: StartWorkflow;
  startPlan: StartPlan;
  /** Waits within a step. */
  sleepMs: (durationMs: number) => Promise<unknown>;
};

/** One execution of a plan, with everything that its steps need. */
export type ListsRun = ListsDependencies & {
  steps: Steps;
  context: DurableContext;
  asked: PlanInput;
  /** Waits within a step for the turn of the next call to the platform. */
  beginCall: () => Promise<void>;
};

/** The states in which an employment goes on, or is to come. */
export const employed = ["expected", "onboarding", "active", "suspended"];

/** A plan reads at most this many items of our store at the same time, in one request. */
export const maxRead = 100;
/** A list with more pages has no end. */
export const maxPages = 10_000;

/** What is the same for all rows of a plan, and the employees who must be in a whole list of its source. */
export type PlanContext = RowContext & { known: readonly string[] };

/**
 * Reads the source of a plan: the caller of the rows, and the map that reads them. The map is that of the secret now,
 * or that of a trial.
 *
 * @throws ConfigurationError
 */
export async function contextOf(
  { callers, settings, nowMs }: ListsDependencies,
  { source: name, trialMap, asOfMs }: Plan,
): Promise<PlanContext> {
  const caller = await callers.find(name);
  const list = caller && listOptionsOf(caller);
  if (!caller || !list)
    throw new ConfigurationError(
      "lookup-missing",
      `the caller ${name} has no valid entry with a list or a lookup in the callers secret`,
    );
  const { known, map: itsMap } = list;
  const map =
    trialMap === undefined
      ? itsMap
      : wholeRecordMapSchema.parse(JSON.parse(trialMap));
  const { scopes, scim } = caller;
  const source = { name, scopes, scim, map };
  return {
    known,
    source,
    asOfMs,
    nowMs: nowMs(),
    settings,
    parse: createEnvelopeParser(useCaseEvents(settings.statusMaxLength), nowMs),
    lacksScope: (type) =>
      !scopes.some((one) => one === eventFactsOf(type).scope),
  };
}

/** The plan that this execution makes. @throws StepFailure `data-erased`; `execution-lost` if it has it no longer */
export async function planOf({ plans, asked }: ListsRun): Promise<Plan> {
  const plan = await plans.get(asked.planId);
  if (!plan) throw new StepFailure("data-erased");
  const isAtWork = plan.status === "planning" || plan.status === "reading";
  if (!isAtWork || plan.run !== asked.run)
    throw new StepFailure("execution-lost");
  return plan;
}

/** @throws StepFailure `data-erased` */
export async function rowsOf(
  { plans }: Pick<ListsDependencies, "plans">,
  plan: Plan,
  chunk: number,
): Promise<SentRow[]> {
  const rows = await plans.chunk(plan, chunk);
  if (!rows) throw new StepFailure("data-erased");
  return rows;
}

/**
 * The ids of the employees in these states, page by page, each id once. The state of an employee can change meanwhile.
 *
 * @param seen - the ids to leave out. Each id that is yielded is added
 * @param hiredBy - only employees whom this caller has hired
 */
export async function* employeesIn(
  { lists }: ListsRun,
  states: readonly string[],
  seen: Set<string>,
  hiredBy?: string,
): AsyncGenerator<string[]> {
  for (const state of states) {
    let position: Parameters<ListsDependencies["lists"]["employees"]>[2];
    do {
      const size = maxChunkRows;
      const page = await lists.employees(state, size, position, hiredBy);
      const ids = (page?.employeeIds ?? []).filter((id) => !seen.has(id));
      for (const id of ids) seen.add(id);
      yield ids;
      position = page?.next;
    } while (position !== undefined);
  }
}

/** Reads a person of the platform, when it is the turn of the call. */
export async function readPerson(
  { beginCall, platformAuth }: ListsRun,
  id: string,
): Promise<Person | undefined> {
  await beginCall();
  return platformAuth.service.people.find(id);
}

/** The options of a step whose calls are reserved. A later attempt makes all calls again, so it reserves them again. */
export function reservesAgain(
  limit: RateLimitOptions,
  countCalls: () => Promise<number>,
): { prepareRetry: PrepareRetry } {
  return {
    prepareRetry: (failure) =>
      reserveRetry(limit, "other", failure, countCalls),
  };
}

/** Creates the function that spreads calls over the time that was reserved for all of them. */
export function createBeginCall(
  { nowMs, sleepMs }: Pick<ListsDependencies, "nowMs" | "sleepMs">,
  callsPerSecond: number | undefined,
): () => Promise<void> {
  let freeAtMs = 0;
  return async () => {
    if (callsPerSecond === undefined) return;
    const now = nowMs();
    const beginAtMs = Math.max(freeAtMs, now);
    freeAtMs = beginAtMs + 1_000 / callsPerSecond;
    await sleepMs(beginAtMs - now);
  };
}
