import type { Log } from "../../shared/log.ts";
import type { FindSource } from "../../shared/source/sources-secret.ts";
import type { SourceReader } from "../../shared/source/source-reader.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { Warning } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Callers } from "../../shared/webhook/callers.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import type { RuleSettings } from "./config.ts";
import type { RecordChanged } from "./record-changed.ts";

export type EventsWorkflowDependencies = {
  statusMaxLength: number;
  settings: RuleSettings;
  store: Store;
  callers: Pick<Callers, "find">;
  findSource: FindSource;
  /** Reads the records of all sources. */
  sources: SourceReader;
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

/** What a read came to. The engine's history holds it, so it has ids, codes and pointers, and nothing of the record. */
export type ReadResult = {
  /** The operations of the events that the record means, in their order. */
  ledTo: string[];
  /** Why there is no event, or not each of them. */
  reason?: ReasonCode;
  warnings?: Warning[];
};
