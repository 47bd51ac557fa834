import {
  workflowConfig,
  workflowFunctions,
} from "../../shared/runtime/config.ts";
import { optionalResource, resource } from "../../shared/runtime/setting.ts";

/** It has all settings of a workflow, because the scheduler sends the probes of an outage. */
export const schedulerConfig = {
  ...workflowConfig,
  ...workflowFunctions,
  /** The durable function of notices, with its alias. */
  notificationsWorkflow: resource("NOTIFICATIONS_WORKFLOW"),
  /** The durable function of lists. Empty without the setting `lists`. */
  listsWorkflow: optionalResource("LISTS_WORKFLOW"),
};
