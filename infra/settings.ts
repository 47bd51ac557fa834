import { offboardingSettings } from "../functions/offboarding/config.ts";
import { onboardingSettings } from "../functions/onboarding/config.ts";
import { statusRelaySettings } from "../functions/status-relay/config.ts";
import {
  docsUrl,
  nameOrder,
  personOwns,
  platformSettings,
  protectedUsernames,
  renameLimit,
  zone,
} from "../shared/runtime/settings.ts";
import { deploymentSettings } from "./deployment-settings.ts";

/** All settings, by their names in `cdk.json`. */
export const settings = {
  ...platformSettings,
  docsUrl,
  zone,
  nameOrder,
  protectedUsernames,
  personOwns,
  renameLimit,
  ...onboardingSettings,
  ...offboardingSettings,
  ...statusRelaySettings,
  ...deploymentSettings,
};
