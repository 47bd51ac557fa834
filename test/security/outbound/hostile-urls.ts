import { rows } from "../../fixtures/rows.ts";

/** The words of the second column. The first one says what they are. */
const wordsOf = (table: string[][]): string[] =>
  table.flatMap(([, words = ""]) => words.split(" "));

/** Spellings of hosts in our own network, most of them of this machine, that some parser accepts. */
export const localHosts: readonly string[] = [
  ...wordsOf(rows`
    one number | 2130706433 0x7f000001 0X7F000001 017700000001 2130706433.
    two or three numbers | 127.1 0x7f.1 0177.1 127.0.1 0x7f.0.1
    four numbers | 127.0.0.1 127.0.0.1. 0x7f.0x0.0x0.0x1 0177.00.00.01 00000177.0.0.1 0.0.0.0
    other digits | １２７.０.０.１ ①②⑦.⓪.⓪.① 𝟏𝟐𝟕.𝟎.𝟎.𝟏 ¹²⁷.⁰.⁰.¹ ₁₂₇.₀.₀.₁
    other dots | 127。0。0。1 127．0．0．1 127｡0｡0｡1 127%2e0%2E0%2e1 %31%32%37.0.0.1
    IPv6 | [::1] [0:0:0:0:0:0:0:1] [::0001] [::] [::1%25lo] [::1%lo]
    IPv4 in IPv6 | [::ffff:127.0.0.1] [::FFFF:7F00:1] [::127.0.0.1] [::ffff:0:127.0.0.1] [fe80::5efe:127.0.0.1]
    behind a gateway | [64:ff9b::7f00:1] [64:ff9b:1::127.0.0.1] [2002:7f00:1::] [2001:0:7f00:1::fefe:fefe]
    names | localhost LOCALHOST localhost. ⓛocalhost ｌｏｃａｌｈｏｓｔ loca%6chost a.localhost ip6-loopback
    names in local domains | localhost.localdomain printer.local host.docker.internal metadata.google.internal
  `),
  // Parsers of URLs remove these characters.
  "127\t.0.0.1",
  "127.0.\n0.1",
  "127.\u00ad0.0.1",
];

/** Texts that lead to a target, or are meant to, and on which parsers disagree. Some also name another host. */
export function urlsTo(
  target: string,
  scheme: "http" | "https",
  decoy: string,
): string[] {
  return [
    `${scheme}://${target}/x`,
    `${scheme.toUpperCase()}://${target}/x`,
    // Ambiguous user and host
    `${scheme}://user:password@${target}/x`,
    `${scheme}://@${target}/x`,
    `${scheme}://${decoy}@${target}/x`,
    `${scheme}://${decoy}%40${target}/x`,
    `${scheme}://${decoy}%2f@${target}/x`,
    `${scheme}://a@${decoy}@${target}/x`,
    `${scheme}://${target}\\@${decoy}/x`,
    `${scheme}://${target}#@${decoy}/x`,
    `${scheme}://${target}?@${decoy}/x`,
    // Without a scheme
    `//${target}/x`,
    `\\\\${target}\\x`,
    `/\\${target}/x`,
    `/\t/${target}/x`,
    ` //${decoy}@${target}/x`,
    // An incomplete scheme, and white space
    `${scheme}:////${target}/x`,
    `${scheme}:/\\${target}/x`,
    `\u0001${scheme}://${target}/x`,
    `${scheme.replace("tt", "t\tt")}://${target}/x`,
    // Another scheme, also one whose origin is that of the inner URL
    `ftp://${target}/x`,
    `wss://${target}/x`,
    `file://${target}/etc/passwd`,
    `data:application/json,{}`,
    `javascript:fetch("${scheme}://${target}/")`,
    `blob:${scheme}://${target}/0a1b2c3d`,
    `filesystem:${scheme}://${target}/temporary/x`,
    // No URL
    `${scheme}://`,
    `${scheme}://[::1`,
    `${scheme}://${target} .example.test/x`,
  ];
}
