import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import {
  nameOrder,
  personOwns,
  protectedUsernames,
  renameLimit,
  zone,
} from "../../shared/runtime/settings.ts";

export const profileUpdateReceiverConfig = receiverConfig;

export const profileUpdateWorkflowConfig = {
  ...workflowConfig,
  protectedUsernames,
  personOwns,
  nameOrder,
  renameLimit,
  zone,
};
