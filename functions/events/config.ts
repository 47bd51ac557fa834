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
  renameLimit,
  ruleSettings,
  statusMaxLength,
} from "../../shared/runtime/settings.ts";
import { templates } from "../../shared/runtime/templates.ts";

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
