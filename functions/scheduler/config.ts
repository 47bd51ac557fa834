import {
  workflowConfig,
  workflowFunctions,
} from "../../shared/runtime/config.ts";

/** What a workflow reads, because the scheduler sends the probes of an outage. */
export const schedulerConfig = { ...workflowConfig, ...workflowFunctions };
