import { workflowConfig } from "../../shared/runtime/config.ts";
import { setting, type ValuesOf } from "../../shared/runtime/setting.ts";
import {
  limitSettings,
  maxContentsDeleted,
  nameOrder,
  personAuth,
  personOwns,
  protectedUsernames,
  ruleSettings,
  scim,
} from "../../shared/runtime/settings.ts";
import { templates } from "../../shared/runtime/templates.ts";
import { matching, wholeNumber } from "../../shared/runtime/values.ts";

export const employmentSettings = {
  ...ruleSettings,
  scim,
  nameOrder,
  protectedUsernames,
  personOwns,
  personAuth,
  templates,
  maxContentsDeleted,
  ...limitSettings,
  /**
   * How many days before the start date a person is created, disabled and with the avatar. On the start day, the person
   * gets access, and then tasks and streams. A person whose start is withdrawn before that day is deleted without a
   * grace period, within the deletion limit. 0: the person is created on the start day.
   */
  createDaysBefore: setting("CREATE_DAYS_BEFORE", wholeNumber(0, 30), 0),
  // A password is cut from a hash of 43 characters.
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

export const employmentWorkflowConfig = {
  ...workflowConfig,
  ...employmentSettings,
};
export type EmploymentSettings = ValuesOf<typeof employmentSettings>;
