import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import { statusMaxLength, zone } from "../../shared/runtime/settings.ts";

export const statusRelaySettings = { statusMaxLength };

export const statusRelayReceiverConfig = {
  ...receiverConfig,
  ...statusRelaySettings,
};

export const statusRelayWorkflowConfig = { ...workflowConfig, zone };
