import type { Log } from "../../shared/log.ts";
import type {
  FindSource,
  NamedSource,
} from "../../shared/source/sources-secret.ts";
import type { SourceReader } from "../../shared/source/source-reader.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { Warning } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Caller, Callers } from "../../shared/webhook/callers.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import type { RuleSettings } from "./config.ts";
import type { RecordChanged } from "./event.ts";
import { ConfigurationError } from "../../shared/configuration-error.ts";
import { SourceError } from "../../shared/source/source-error.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import type { RecordLookup } from "../../shared/webhook/lookup.ts";

export type EventsWorkflowDependencies = {
  statusMaxLength: number;
  settings: RuleSettings;
  store: Store;
  callers: Pick<Callers, "find">;
  findSource: FindSource;
  sources: Pick<SourceReader, "ask" | "readRecord">;
  startWorkflow: StartWorkflow;
  nowMs: () => number;
  random: () => number;
  log: Log;
};

/** One thin event, with everything that its steps need. */
export type EventsRun = EventsWorkflowDependencies &
  WorkflowRun & {
    /** The event's data. @throws StepFailure `data-erased` */
    readThinEvent: () => Promise<RecordChanged>;
  };

/** The result of a read. It has ids, codes and pointers, because the engine's history must have no value. */
export type ReadResult = {
  /** The operations of the events that the record means, in their order. */
  ledTo: string[];
  /** Why no event was accepted, or not all events. */
  reason?: ReasonCode;
  warnings?: Warning[];
};

export type FoundLookup = {
  caller: Caller;
  lookup: RecordLookup;
  source: NamedSource;
};

/**
 * How the record of this thin event is read. It asks our secrets each time, because an operator may correct them.
 *
 * @throws ConfigurationError
 */
export async function findLookup({
  operation,
  callers,
  findSource,
}: Pick<
  EventsRun,
  "operation" | "callers" | "findSource"
>): Promise<FoundLookup> {
  const caller = await callers.find(operation.caller);
  const lookup = caller?.lookup;
  if (!caller || !lookup)
    throw new ConfigurationError(
      "lookup-missing",
      `the caller ${operation.caller} has no valid entry with a lookup in the callers secret: correct the entry, or resolve its operations`,
    );
  const source = await findSource(lookup.source);
  if (!source)
    throw new ConfigurationError(
      "source-missing",
      `the sources secret has no entry ${lookup.source}, from which the caller ${caller.name} reads: store it with \`npm run --silent cli -- secrets sources\``,
    );
  return { caller, lookup, source };
}

/** The failure of a source as a step retries it. For some, only a correction of our configuration helps. */
export function explainSourceError(error: unknown): unknown {
  if (!(error instanceof SourceError)) return error;
  const { code, message } = error;
  return code === "source-refused" || code === "source-misconfigured"
    ? new ConfigurationError(code, message)
    : new StepFailure(code, error);
}
