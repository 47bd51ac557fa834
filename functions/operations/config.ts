import {
  callersSecret,
  storeTable,
  workflowFunctions,
} from "../../shared/runtime/config.ts";

export const operationsConfig = {
  storeTable,
  callersSecret,
  ...workflowFunctions,
};
