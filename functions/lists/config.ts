import {
  callersSecret,
  loopbackHttp,
  sourcesSecret,
  storeTable,
  workflowConfig,
  workflowFunctions,
} from "../../shared/runtime/config.ts";
import {
  resource,
  setting,
  type ValuesOf,
} from "../../shared/runtime/setting.ts";
import {
  docsUrl,
  limitSettings,
  nameOrder,
  personOwns,
  protectedUsernames,
  ruleSettings,
  statusMaxLength,
} from "../../shared/runtime/settings.ts";
import { wholeNumber } from "../../shared/runtime/values.ts";

const listsSettings = {
  ...ruleSettings,
  statusMaxLength,
  ...limitSettings,
  personOwns,
  nameOrder,
  protectedUsernames,
};
export type ListsSettings = ValuesOf<typeof listsSettings>;

/**
 * How many ends and renames of a list one operator can approve. Above it, a second operator must approve the plan too.
 */
export const listApprovalMax = setting(
  "LIST_APPROVAL_MAX",
  wholeNumber(0, 100_000),
  50,
);

export const listsApiConfig = {
  storeTable,
  callersSecret,
  docsUrl,
  /** The durable function that makes and applies plans, with its alias. */
  listsWorkflow: resource("LISTS_WORKFLOW"),
  listApprovalMax,
};

export const listsWorkflowConfig = {
  ...workflowConfig,
  ...listsSettings,
  ...workflowFunctions,
  callersSecret,
  sourcesSecret,
  loopbackHttp,
  listsWorkflow: listsApiConfig.listsWorkflow,
};
