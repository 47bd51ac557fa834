import { isIP } from "node:net";
import { type Check, ok, failed } from "../check.ts";
import { errorCodeOf } from "../../../shared/error-name.ts";
import { hostsOf } from "../hosts-of.ts";

/** The names of the platform's hosts have addresses. */
export const checkDns: Check = {
  name: "DNS",
  run: async ({ config, lookup }) => {
    const hosts = hostsOf(config);
    const found: string[] = [];
    for (const { hostname, setting } of hosts) {
      if (isIP(hostname) > 0) {
        found.push(`${hostname} is an address`);
        continue;
      }
      try {
        const { length } = await lookup(hostname);
        found.push(`${hostname} has ${length} addresses`);
      } catch (error) {
        return failed(
          `${hostname} has no address (${errorCodeOf(error) ?? "no answer"})`,
          {
            setting,
            advice: `Correct ${setting}, or the name in your DNS.`,
          },
        );
      }
    }
    return ok(found.join("; "));
  },
};
