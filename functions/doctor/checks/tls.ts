import { type Check, failed, ok, skipped, warning } from "../check.ts";
import { hostsOf } from "../hosts-of.ts";
import { dayMs } from "../../../shared/durations.ts";

/** Certificates are usually renewed a month before their end. */
const fewDays = 14;

/** The certificates of the platform's hosts are trusted, and stay valid for a while. */
export const checkTls: Check = {
  name: "TLS",
  run: async ({ config, inspectTls, nowMs }) => {
    const hosts = hostsOf(config).filter(({ isSecure }) => isSecure);
    if (hosts.length === 0) return skipped("the platform is on http");
    const states = [];
    for (const { hostname, port } of hosts)
      states.push({ hostname, ...(await inspectTls(hostname, port)) });
    const texts = states.map(({ hostname, protocol, validToMs }) => {
      const days = Math.floor((validToMs - nowMs()) / dayMs);
      return { days, text: `${hostname}: ${protocol}, ${days} days left` };
    });
    const found = texts.map(({ text }) => text).join("; ");
    const distrusted = states.find(({ distrust }) => distrust !== undefined);
    if (distrusted)
      return failed(
        `the certificate of ${distrusted.hostname} is refused (${distrusted.distrust ?? "untrusted"})`,
        {
          advice:
            "Tell the operators of the platform: no request of ours is sent to this host.",
        },
      );
    if (texts.some(({ days }) => days < fewDays))
      return warning(found, {
        advice:
          "Tell the operators of the platform: all our requests fail when the certificate ends.",
      });
    return ok(found);
  },
  advice: "Find out whether a firewall lets Lambda reach the platform.",
};
