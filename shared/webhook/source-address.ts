import { BlockList, isIP } from "node:net";
import * as z from "zod/mini";
import type { SignedRequest, SchemeVerdict } from "./schemes/scheme.ts";

/** A range of addresses in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. */
export const rangeSchema = z.union(
  [z.cidrv4(), z.cidrv6()],
  "must be a range of addresses in CIDR notation, such as 203.0.113.0/24",
);

/** Refuses an authentic request that comes from an address outside the caller's ranges: its key may have leaked. */
export function checkAddress(
  { sourceAddress }: SignedRequest,
  { addresses }: { addresses?: readonly string[] | undefined },
  verdict: SchemeVerdict,
): SchemeVerdict {
  if (!verdict.authentic || !addresses) return verdict;
  return isInRanges(sourceAddress, addresses)
    ? verdict
    : { authentic: false, reason: "wrong-address" };
}

/** Whether an address is in one of the ranges. A request without an address is in none. */
function isInRanges(
  address: string | undefined,
  ranges: readonly string[],
): boolean {
  const version = isIP(address ?? "");
  if (address === undefined || version === 0) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits] = range.split("/");
    list.addSubnet(network, Number(bits), familyOf(isIP(network)));
  }
  return list.check(address, familyOf(version));
}

function familyOf(version: number): "ipv4" | "ipv6" {
  return version === 6 ? "ipv6" : "ipv4";
}
