import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import { largeSetting, type ValuesOf } from "../../shared/runtime/setting.ts";
import { statusMaxLength, zone } from "../../shared/runtime/settings.ts";
import { statusPresets, usualPresets } from "./status-presets.ts";

export const statusRelaySettings = {
  statusMaxLength,
  /**
   * Statuses that a chat user sets by one word: `/status lunch`. `emoji` stands before the text, and `for` is how long the
   * status stays if the user types no end.
   */
  statusPresets: largeSetting("STATUS_PRESETS", statusPresets(), usualPresets),
};
export type StatusRelaySettings = ValuesOf<typeof statusRelaySettings>;

export const statusRelayReceiverConfig = {
  ...receiverConfig,
  ...statusRelaySettings,
};

export const statusRelayWorkflowConfig = { ...workflowConfig, zone };
