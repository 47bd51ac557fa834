import { effort } from "../../resilience/effort.ts";
import { urlsTo } from "./hostile-links.ts";

type Octets = readonly [number, number, number, number];

/** Spellings of one number of an IPv4 address that web parsers and C libraries accept. */
const radixes: readonly ((value: number) => string)[] = [
  (value) => String(value),
  (value) => `0x${value.toString(16)}`,
  (value) => `0X${value.toString(16).toUpperCase()}`,
  (value) => `0x000000${value.toString(16)}`,
  (value) => `0${value.toString(8)}`,
  (value) => `00000${value.toString(8)}`,
];

/** Digits that host parsing converts to ASCII: full-width, circled, mathematical, superscript, subscript. */
const digits = [
  "０１２３４５６７８９",
  "⓪①②③④⑤⑥⑦⑧⑨",
  "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
  "𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿",
  "⁰¹²³⁴⁵⁶⁷⁸⁹",
  "₀₁₂₃₄₅₆₇₈₉",
].map((row) => Array.from(row));

const dots = ["。", "．", "｡", "%2e", "%2E"];

/** Spellings of a URL's host that lead, or are meant to lead, to one IPv4 address. */
export function spellingsOf(address: string): string[] {
  const octets = octetsOf(address);
  return [
    ...numericSpellings(octets),
    ...disguised(address),
    ...embedded(octets).flatMap((ipv6) => [
      `[${ipv6}]`,
      `[${ipv6.toUpperCase()}]`,
      `[${ipv6}%25eth0]`,
      `[${ipv6}%eth0]`,
      `[${ipv6}%251]`,
    ]),
  ];
}

/** The address in every number of parts, in every radix, and in all mixtures of these. */
function numericSpellings(octets: Octets): string[] {
  return [1, 2, 3, 4].flatMap((parts) => {
    const values = partsOf(octets, parts);
    const mixtures = effort(
      radixes.map((radix) => values.map(() => radix)),
      allMixtures(values.length),
    );
    return mixtures.flatMap((mixture) => {
      const text = values
        .map((value, index) => mixture[index]?.(value))
        .join(".");
      return [text, `${text}.`];
    });
  });
}

/** The last part contains all remaining octets. */
function partsOf(octets: Octets, parts: number): number[] {
  const first = octets.slice(0, parts - 1);
  const rest = octets
    .slice(parts - 1)
    .reduce((value, octet) => value * 256 + octet, 0);
  return [...first, rest];
}

function allMixtures(length: number): ((value: number) => string)[][] {
  if (length === 0) return [[]];
  return allMixtures(length - 1).flatMap((mixture) =>
    radixes.map((radix) => [...mixture, radix]),
  );
}

/** Text that becomes an address by percent-decoding or by the mapping of international names. */
function disguised(address: string): string[] {
  const escaped = Array.from(address)
    .map((character) => `%${character.charCodeAt(0).toString(16)}`)
    .join("");
  return [
    escaped,
    escaped.toUpperCase(),
    address.replaceAll(".", "\t."),
    address.replaceAll(".", ".\n"),
    address.replaceAll(".", ".\u00ad"),
    address.replaceAll(".", "\u200b."),
    ...dots.map((dot) => address.replaceAll(".", dot)),
    ...digits.flatMap((row) => {
      const text = address.replaceAll(/\d/g, (digit) => row[Number(digit)]!);
      return [text, ...dots.map((dot) => text.replaceAll(".", dot))];
    }),
  ];
}

/** IPv6 addresses that embed the IPv4 address, or that a gateway maps to it. */
function embedded(octets: Octets): string[] {
  const [a, b, c, d] = octets;
  const dotted = octets.join(".");
  const high = ((a << 8) | b).toString(16);
  const low = ((c << 8) | d).toString(16);
  const padded = (text: string) => text.padStart(4, "0");
  const inverted = (text: string) =>
    (Number.parseInt(text, 16) ^ 0xffff).toString(16);
  return [
    // Mapped, compatible, translated
    ...["::ffff:", "::", "::ffff:0:", "0:0:0:0:0:ffff:"].flatMap((prefix) => [
      prefix + dotted,
      `${prefix}${high}:${low}`,
    ]),
    `0000:0000:0000:0000:0000:ffff:${padded(high)}:${padded(low)}`,
    // NAT64, 6to4, Teredo, ISATAP
    `64:ff9b::${dotted}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${dotted}`,
    `2002:${high}:${low}::`,
    `2002:${high}:${low}::1`,
    `2001:0:${high}:${low}:0:0:${inverted("101")}:${inverted("101")}`,
    `2001:0:808:808:0:0:${inverted(high)}:${inverted(low)}`,
    `fe80::5efe:${dotted}`,
  ];
}

function octetsOf(address: string): Octets {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return [a, b, c, d];
}

/** Spellings of `::1` and of names for this machine. */
export const localHosts = [
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[0000:0000:0000:0000:0000:0000:0000:0001]",
  "[::0:1]",
  "[::0001]",
  "[::1%25lo]",
  "[::1%lo]",
  "[::]",
  "[0::0]",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "localhost..",
  "ⓛocalhost",
  "ｌｏｃａｌｈｏｓｔ",
  "loca%6chost",
  "a.localhost",
  "localhost.localdomain",
  "localhost6.localdomain6",
  "ip6-localhost",
  "ip6-loopback",
  "lvh.me.local",
  "host.docker.internal",
  "instance-data.ec2.internal",
  "metadata.google.internal",
];

/** An allowed host. */
export const publicHost = "avatars.example.test";

/** Whole URLs around a host: schemes, ports, credentials, and parts on which parsers disagree. */
export function urlsAt(host: string, port: number): string[] {
  return [
    ...urlsTo(host, "https", publicHost),
    ...urlsTo(publicHost, "https", host),
    ...[`:443`, `:0443`, `:${port}`, `:`, `:0`, `:65536`].map(
      (end) => `https://${host}${end}/`,
    ),
    `https://${host}/%0d%0aHost:%20${publicHost}`,
    `https://${host}/\r\nHost: ${publicHost}`,
    ...[";", ",", "%00.", "%23.", "%2f."].map(
      (between) => `https://${host}${between}${publicHost}/`,
    ),
    `http://${host}/`,
    `http://${host}:${port}/`,
    `${host}/`,
  ];
}
