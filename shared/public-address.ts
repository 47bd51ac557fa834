import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** All IPv6 addresses that are assigned for the public internet (RFC 4291, §2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address, in the spelling of a resolver, is on the public internet. These are not: private, shared,
 * loopback, link-local (with the instance metadata), multicast, reserved and documentation addresses, and IPv6
 * addresses that a gateway would turn into IPv4 ones (NAT64, 6to4, Teredo). For an IPv4-mapped address, the IPv4
 * address inside decides.
 *
 * Any other text is not public: other spellings (`0x7f.1`, `010.0.0.1`), which parsers read differently, and addresses
 * with a zone (`%eth0`).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  // `::8.8.8.8` is the deprecated IPv4-compatible form. It is another address than the IPv4-mapped
  // `::ffff:8.8.8.8`, but ipaddr.js reads both as IPv4-mapped.
  if (address.startsWith("::") && isIPv4(address.slice(2))) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}
