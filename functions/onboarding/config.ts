import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import { setting, type ValuesOf } from "../../shared/runtime/setting.ts";
import {
  nameOrder,
  personAuth,
  personOwns,
  protectedUsernames,
  renameLimit,
  repeatedHire,
  zone,
} from "../../shared/runtime/settings.ts";
import { matching, oneOf, wholeNumber } from "../../shared/runtime/values.ts";
import { templates } from "../../shared/runtime/templates.ts";

export const onboardingSettings = {
  zone,
  nameOrder,
  protectedUsernames,
  personOwns,
  renameLimit,
  personAuth,
  templates,
  /**
   * A hire without a start date that comes after the termination of the employee: `report` ends it in
   * `needs_attention`, because it may be a repetition that came late; `accept` takes it as a new employment.
   */
  rehireWithoutStartDate: setting(
    "REHIRE_WITHOUT_START_DATE",
    oneOf("report", "accept"),
    "report",
  ),
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
