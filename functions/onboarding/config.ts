import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import { largeSetting, setting } from "../../shared/runtime/setting.ts";
import {
  nameOrder,
  personOwns,
  protectedUsernames,
  renameLimit,
  zone,
} from "../../shared/runtime/settings.ts";
import { matching, oneOf, wholeNumber } from "../../shared/runtime/values.ts";
import { templateRules } from "./templates.ts";

export const onboardingSettings = {
  /**
   * How a new person authenticates for tasks and streams: by HTTP Basic, or by login where people have an account in
   * the API store.
   */
  personAuth: setting("PERSON_AUTH", oneOf("basic", "login"), "basic"),
  /** Tasks and streams of a new person whose event names none. The first rule that matches decides. */
  templates: largeSetting("TEMPLATES", templateRules(), []),
  /**
   * A hire without a start date that comes after the termination of the employee: `report` ends it in
   * `needs_attention`, because it may be a repetition that came late; `accept` takes it as a new employment.
   */
  rehireWithoutStartDate: setting(
    "REHIRE_WITHOUT_START_DATE",
    oneOf("report", "accept"),
    "report",
  ),
  /**
   * A hire of an employee whose person exists: `report` makes a warning of each field that differs, and `update` changes
   * the person like `employee.changed`, if the caller has the scope `update`.
   */
  repeatedHire: setting("REPEATED_HIRE", oneOf("report", "update"), "report"),
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

export const onboardingReceiverConfig = receiverConfig;

export const onboardingWorkflowConfig = {
  ...workflowConfig,
  protectedUsernames,
  zone,
  nameOrder,
  personOwns,
  renameLimit,
  ...onboardingSettings,
};
