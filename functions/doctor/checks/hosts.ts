import { isIP } from "node:net";
import { dayMs } from "../../../shared/durations.ts";
import { errorCodeOf } from "../../../shared/error-name.ts";
import { isPublicAddress } from "../../../shared/public-address.ts";
import { isLoopback } from "../../../shared/safe-target.ts";
import {
  type Check,
  failed,
  findingOfAll,
  ok,
  type Run,
  skipped,
  warning,
} from "../check.ts";

/** With fewer days left, a certificate is a warning: it is usually renewed a month before its end. */
const fewDays = 14;
/** At most this many hosts of sources are examined, which takes a few seconds. */
const maxSourceHosts = 20;

/** Names, addresses and certificates of the hosts that we send requests to. */
export const hostChecks: Check[] = [
  {
    name: "DNS",
    run: async ({ config, lookup }) => {
      const found: string[] = [];
      for (const { hostname, setting } of platformHosts(config)) {
        if (isIP(hostname) > 0) {
          found.push(`${hostname} is an address`);
          continue;
        }
        try {
          const { length } = await lookup(hostname);
          found.push(`${hostname} has ${length} addresses`);
        } catch (error) {
          return failed(
            `${hostname} has no address (${codeOf(error)})`,
            `Correct ${setting}, or the name in your DNS.`,
            { setting },
          );
        }
      }
      return ok(found.join("; "));
    },
  },
  {
    name: "TLS",
    advice: "Find out whether a firewall lets Lambda reach the platform.",
    run: async ({ config, inspectTls, nowMs }) => {
      const hosts = platformHosts(config).filter(({ isSecure }) => isSecure);
      if (hosts.length === 0) return skipped("the platform is on http");
      const states = [];
      for (const { hostname, port } of hosts) {
        const state = await inspectTls(hostname, port);
        const days = Math.floor((state.validToMs - nowMs()) / dayMs);
        states.push({ ...state, hostname, days });
      }
      const distrusted = states.find(({ distrust }) => distrust !== undefined);
      if (distrusted)
        return failed(
          `the certificate of ${distrusted.hostname} is refused (${distrusted.distrust ?? "untrusted"})`,
          "Tell the operators of the platform: no request of ours is sent to this host.",
        );
      const found = states
        .map((one) => `${one.hostname}: ${one.protocol}, ${one.days} days left`)
        .join("; ");
      return states.some(({ days }) => days < fewDays)
        ? warning(
            found,
            "Tell the operators of the platform: all our requests fail when the certificate ends.",
          )
        : ok(found);
    },
  },
  {
    name: "source hosts",
    run: async (run) => {
      const hosts = new Set(run.need("sources").flatMap((one) => one.hosts));
      if (hosts.size === 0) return ok("there are no sources to ask");
      const states = await Promise.all(
        [...hosts].slice(0, maxSourceHosts).map(async (host) => {
          const { isGood, text } = await examineSource(run, host);
          return { isGood, text: `${host} ${text}` };
        }),
      );
      return findingOfAll(
        states,
        "Correct the hosts in the sources secret, or tell the operators of these systems. No record is read from them.",
      );
    },
  },
];

/** A request to a source needs public addresses and a trusted certificate. */
async function examineSource(
  { config, lookup, inspectTls }: Run,
  host: string,
): Promise<{ isGood: boolean; text: string }> {
  const { hostname, port } = new URL(`https://${host}`);
  const usable = (text: string) => ({ isGood: true, text });
  const unusable = (text: string) => ({ isGood: false, text });
  if (config.loopbackHttp && isLoopback(new URL(`http://${host}`)))
    return usable("is on this machine");
  try {
    const addresses = await lookup(hostname);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return unusable("is not on the public internet");
  } catch (error) {
    return unusable(`has no address (${codeOf(error)})`);
  }
  try {
    const state = await inspectTls(hostname, Number(port) || 443);
    return state.distrust === undefined
      ? usable(`answers by ${state.protocol}`)
      : unusable(`has a certificate that is refused (${state.distrust})`);
  } catch (error) {
    return unusable(`does not answer (${codeOf(error)})`);
  }
}

/** The hosts of the API and of the login, or the one host of both, with the setting that names it. */
function platformHosts({ baseUrl, authUrl }: Run["config"]) {
  const urls = [
    { setting: "baseUrl", url: new URL(baseUrl) },
    { setting: "authUrl", url: new URL(authUrl) },
  ];
  const isOneHost = urls[0]?.url.origin === urls[1]?.url.origin;
  return urls.slice(0, isOneHost ? 1 : 2).map(({ setting, url }) => {
    const isSecure = url.protocol === "https:";
    return {
      // An address of IPv6 is in brackets in a URL only.
      hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: Number(url.port) || (isSecure ? 443 : 80),
      isSecure,
      setting,
    };
  });
}

function codeOf(error: unknown): string {
  return errorCodeOf(error) ?? "no answer";
}
