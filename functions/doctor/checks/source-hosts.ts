import { isLoopback } from "../../../shared/safe-target.ts";
import { isPublicAddress } from "../../../shared/public-address.ts";
import { type Check, failed, ok } from "../check.ts";
import { errorCodeOf } from "../../../shared/error-name.ts";
import type { Tools } from "../tools.ts";

/** Enough for the systems of a company, and a few seconds at most. */
const maxHosts = 20;

/** A request to the hosts of the sources is possible: public addresses, and a trusted certificate. */
export const checkSourceHosts: Check = {
  name: "source hosts",
  run: async (tools, facts) => {
    const hosts = new Set(facts.require("sources").flatMap((one) => one.hosts));
    if (hosts.size === 0) return ok("there are no sources to ask");
    const states = await Promise.all(
      [...hosts].slice(0, maxHosts).map((host) => examine(tools, host)),
    );
    const wrong = states.filter(({ isUsable }) => !isUsable);
    if (wrong.length === 0)
      return ok(states.map(({ text }) => text).join("; "));
    return failed(wrong.map(({ text }) => text).join("; "), {
      advice:
        "Correct the hosts in the sources secret, or tell the operators of these systems. No record is read from them.",
    });
  },
};

async function examine(
  { config, lookup, inspectTls }: Tools,
  host: string,
): Promise<{ isUsable: boolean; text: string }> {
  const { hostname, port } = new URL(`https://${host}`);
  const result = (isUsable: boolean, text: string) => ({
    isUsable,
    text: `${host} ${text}`,
  });
  if (config.loopbackHttp && isLoopback(new URL(`http://${host}`)))
    return result(true, "is on this machine");
  try {
    const addresses = await lookup(hostname);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return result(false, "is not on the public internet");
  } catch (error) {
    return result(
      false,
      `has no address (${errorCodeOf(error) ?? "no answer"})`,
    );
  }
  try {
    const state = await inspectTls(hostname, Number(port) || 443);
    return state.distrust === undefined
      ? result(true, `answers by ${state.protocol}`)
      : result(false, `has a certificate that is refused (${state.distrust})`);
  } catch (error) {
    return result(
      false,
      `does not answer (${errorCodeOf(error) ?? "no answer"})`,
    );
  }
}
