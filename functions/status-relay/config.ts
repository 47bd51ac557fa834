import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import { setting } from "../../shared/runtime/setting.ts";
import { zone } from "../../shared/runtime/settings.ts";
import { wholeNumber } from "../../shared/runtime/values.ts";

export const statusRelaySettings = {
  /** Longest status, in characters. */
  statusMaxLength: setting("STATUS_MAX_LENGTH", wholeNumber(1, 1_000), 140),
};

export const statusRelayReceiverConfig = {
  ...receiverConfig,
  ...statusRelaySettings,
};

export const statusRelayWorkflowConfig = { ...workflowConfig, zone };
