import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** All IPv6 space that is handed out for the public internet (RFC 4291, §2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address, as a resolver spells it, is on the public internet: not
 * private, shared, loopback, link-local (the instance metadata), multicast,
 * reserved or for documentation, and not an IPv6 address that a gateway would turn
 * into an IPv4 one (NAT64, 6to4, Teredo). An IPv4-mapped address is judged by the
 * IPv4 address inside. Whatever is not known to be public is not: other spellings
 * (`0x7f.1`, `010.0.0.1`), which parsers read differently, and zones (`%eth0`).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  // `::8.8.8.8` is the deprecated IPv4-compatible form, and another address than the
  // IPv4-mapped `::ffff:8.8.8.8`; ipaddr.js reads both as the latter.
  if (address.startsWith("::") && isIPv4(address.slice(2))) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}
