import {
  callersSecret,
  storeTable,
  workflowFunctions,
} from "../../shared/runtime/config.ts";
import {
  deletionLimit,
  disableLimit,
  docsUrl,
  renameLimit,
  zone,
} from "../../shared/runtime/settings.ts";

export const operationsConfig = {
  storeTable,
  callersSecret,
  ...workflowFunctions,
  docsUrl,
  disableLimit,
  deletionLimit,
  renameLimit,
  zone,
};
