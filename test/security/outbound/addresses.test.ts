import { BlockList, isIPv4 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "../../../shared/public-address.ts";
import { fetchAvatar } from "../../../shared/person/avatar/fetch-avatar.ts";
import { blockedAddresses, publicAddresses } from "../../shared/addresses.ts";
import { avatarUrl } from "../../shared/person/avatar/loopback.ts";
import { effort } from "../../resilience/effort.ts";
import { recordFigure } from "../../resilience/figures.ts";
import { startCanaries } from "./canaries.ts";
import { seed } from "./seed.ts";
import { embedded, octetsOf } from "./spellings.ts";

/** A second copy of the IANA registries. A mistake in one list then differs from the other. */
const private4 = [
  ..."0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16".split(" "),
  ..."172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24".split(" "),
  ..."192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24".split(" "),
  ..."224.0.0.0/4 240.0.0.0/4".split(" "),
];
const private6 = [
  ..."::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64".split(" "),
  ..."2001::/32 2001:2::/48 2001:10::/28 2001:20::/28 2001:db8::/32".split(" "),
  ..."2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8".split(
    " ",
  ),
];
const blocked = new BlockList();
for (const range of [...private4, ...private6]) {
  const [network = "", bits] = range.split("/");
  blocked.addSubnet(network, Number(bits), familyOf(network));
}

test("every address of every private range is private, in each spelling of an IPv6 address", ({
  task,
}) => {
  const numRuns = effort(1_000, 30_000);
  fc.assert(
    fc.property(privateAddress(), (address) => {
      expect(isPublicAddress(address)).toBe(false);
      expect(isPublicAddress(address.toUpperCase())).toBe(false);
    }),
    { numRuns, ...seed() },
  );
  recordFigure(task, {
    area: "Attacks, outward",
    what: `avatar: addresses of ${private4.length + private6.length} private ranges, taken for public`,
    figure: `${numRuns} tried, 0`,
  });
});

test("a private IPv4 address inside any IPv6 address that embeds one is private", () => {
  fc.assert(
    fc.property(fc.constantFrom(...private4).chain(inRange), (inner) => {
      const carriers = embedded(octetsOf(inner));
      expect(carriers.filter(isPublicAddress)).toEqual([]);
    }),
    { numRuns: effort(100, 3_000), ...seed() },
  );
});

test("a host name with a private address at any place of its addresses gets no connection", async ({
  task,
}) => {
  await using canaries = await startCanaries();
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(publicAddresses, { maxLength: 5 }),
      fc.oneof(
        fc.constantFrom(...blockedAddresses),
        fc.constantFrom(...canaries.addresses),
        privateAddress(),
      ),
      fc.nat(5),
      async (good, bad, index) => {
        const addresses = good.toSpliced(index, 0, bad);
        const lookup = async () =>
          addresses.map((address) => ({
            address,
            family: isIPv4(address) ? 4 : 6,
          }));
        tried += 1;
        await expect(
          fetchAvatar(avatarUrl, { lookup, port: canaries.port }),
        ).rejects.toMatchObject({ code: "address-not-allowed" });
      },
    ),
    { numRuns: effort(150, 2_000), ...seed() },
  );
  expect(await canaries.connections()).toBe(0);
  recordFigure(task, {
    area: "Attacks, outward",
    what: "avatar: names with one private address among others, connections",
    figure: `${tried} tried, 0`,
  });
});

function privateAddress(): fc.Arbitrary<string> {
  return fc.constantFrom(...private4, ...private6).chain(inRange);
}

/** Any address of a range. Its first and its last address occur more often. */
function inRange(range: string): fc.Arbitrary<string> {
  const [network = "", prefix] = range.split("/");
  const isShort = isIPv4(network);
  const hostBits = BigInt((isShort ? 32 : 128) - Number(prefix));
  const last = (1n << hostBits) - 1n;
  const host = fc.oneof(
    fc.constantFrom(0n, 1n, last),
    fc.bigInt({ min: 0n, max: last }),
  );
  const first = isShort ? numberOf4(network) : numberOf6(network);
  return host.map((offset) =>
    isShort ? textOf4(first + offset) : textOf6(first + offset),
  );
}

function numberOf4(address: string): bigint {
  return address
    .split(".")
    .reduce((value, octet) => value * 256n + BigInt(octet), 0n);
}

function textOf4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join(".");
}

function numberOf6(address: string): bigint {
  const [head = "", tail = ""] = address.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].reduce(
    (value, group) => value * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

function textOf6(value: bigint): string {
  return Array.from({ length: 8 }, (_, index) =>
    ((value >> BigInt(16 * (7 - index))) & 0xffffn).toString(16),
  ).join(":");
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}
