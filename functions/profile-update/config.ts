import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import type { ValuesOf } from "../../shared/runtime/setting.ts";
import {
  nameOrder,
  personOwns,
  protectedUsernames,
  renameLimit,
  zone,
} from "../../shared/runtime/settings.ts";

export const profileUpdateReceiverConfig = receiverConfig;

const profileUpdateSettings = {
  protectedUsernames,
  personOwns,
  nameOrder,
  renameLimit,
  zone,
};
export type ProfileUpdateSettings = ValuesOf<typeof profileUpdateSettings>;

export const profileUpdateWorkflowConfig = {
  ...workflowConfig,
  ...profileUpdateSettings,
};
