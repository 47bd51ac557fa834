import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import { setting, type ValuesOf } from "../../shared/runtime/setting.ts";
import {
  nameOrder,
  personAuth,
  personOwns,
  protectedUsernames,
  rehireWithoutStartDate,
  renameLimit,
  repeatedHire,
  zone,
} from "../../shared/runtime/settings.ts";
import { matching, wholeNumber } from "../../shared/runtime/values.ts";
import { templates } from "../../shared/runtime/templates.ts";

export const onboardingSettings = {
  zone,
  nameOrder,
  protectedUsernames,
  personOwns,
  renameLimit,
  personAuth,
  templates,
  rehireWithoutStartDate,
  repeatedHire,
  /** Length of initial passwords, in characters. */
  passwordLength: setting("PASSWORD_LENGTH", wholeNumber(12, 43), 24),
  /** The symbols in initial passwords: two characters that the platform counts as symbols. */
  passwordSymbols: setting(
    "PASSWORD_SYMBOLS",
    matching(
      /^([!-/:-@[-`{-~])(?!\1)[!-/:-@[-`{-~]$/,
      "two different symbols of ASCII, such as -_",
    ),
    "-_",
  ),
};
export type OnboardingSettings = ValuesOf<typeof onboardingSettings>;

export const onboardingReceiverConfig = receiverConfig;

export const onboardingWorkflowConfig = {
  ...workflowConfig,
  ...onboardingSettings,
};
