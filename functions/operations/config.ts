import {
  callersSecret,
  storeTable,
  workflowFunctions,
} from "../../shared/runtime/config.ts";
import { docsUrl, limitSettings, zone } from "../../shared/runtime/settings.ts";

export const operationsConfig = {
  storeTable,
  callersSecret,
  ...workflowFunctions,
  docsUrl,
  ...limitSettings,
  zone,
};
