import { storeTable, workflowFunctions } from "../../shared/runtime/config.ts";

export const schedulerConfig = { storeTable, ...workflowFunctions };
