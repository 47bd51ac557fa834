import { type Check, failed, ok } from "../check.ts";

/** Names that RFC 2606 keeps for documents. */
const exampleHost = /(^|\.)example(\.(com|net|org))?$/;

/** The settings have valid values, or the function would not have begun. */
export const checkSettings: Check = {
  name: "settings",
  run: async ({ config }) => {
    const { baseUrl, authUrl, serviceAuth, personAuth } = config;
    for (const [setting, url] of Object.entries({ baseUrl, authUrl }))
      if (exampleHost.test(new URL(url).hostname))
        return failed(`${setting} is the address of the example`, {
          setting,
          advice:
            "Write the address of your platform into cdk.json, and deploy again.",
        });
    return ok(
      `all settings are valid; the platform is ${new URL(baseUrl).host}, the service account signs in by ${serviceAuth}, and a new person by ${personAuth}`,
    );
  },
};
