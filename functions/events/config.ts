import {
  callersSecret,
  intakeConfig,
  loopbackHttp,
  sourcesSecret,
  storeTable,
  tokensTable,
  workflowFunctions,
} from "../../shared/runtime/config.ts";
import type { ValuesOf } from "../../shared/runtime/setting.ts";
import {
  deletionLimit,
  disableLimit,
  docsUrl,
  graceDays,
  leaverDisposition,
  minGraceDays,
  rehireWithoutStartDate,
  renameLimit,
  repeatedHire,
  statusMaxLength,
  zone,
} from "../../shared/runtime/settings.ts";
import { templates } from "../../shared/runtime/templates.ts";

/** What the rules of the employment depend on, and what an event leaves open. */
const ruleSettings = {
  zone,
  repeatedHire,
  rehireWithoutStartDate,
  graceDays,
  minGraceDays,
  leaverDisposition,
};
export type RuleSettings = ValuesOf<typeof ruleSettings>;

const eventsSettings = {
  ...ruleSettings,
  statusMaxLength,
  templates,
  disableLimit,
  deletionLimit,
  renameLimit,
};
export type EventsSettings = ValuesOf<typeof eventsSettings>;

export const eventsReceiverConfig = {
  ...intakeConfig,
  ...workflowFunctions,
  statusMaxLength,
};

export const eventsPreviewConfig = {
  storeTable,
  callersSecret,
  docsUrl,
  ...eventsSettings,
};

export const eventsWorkflowConfig = {
  storeTable,
  tokensTable,
  callersSecret,
  sourcesSecret,
  loopbackHttp,
  ...workflowFunctions,
  statusMaxLength,
  ...ruleSettings,
};
