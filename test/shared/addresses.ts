import { rows } from "../fixtures/rows.ts";

const addressesOf = (table: string[][]): string[] =>
  table.flatMap(([, addresses = ""]) => addresses.split(" "));

/** Addresses of every range that is not the public internet: the first, the last, and those that attackers seek. */
export const blockedAddresses = addressesOf(rows`
  this network, private, shared | 0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255
  loopback, private | 127.0.0.0 127.0.0.1 127.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255
  link-local: metadata, credentials, time, tracing | 169.254.0.0 169.254.169.254 169.254.170.2 169.254.169.123 169.254.100.1 169.254.255.255
  protocols, documentation, 6to4 relays | 192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255 192.88.99.0 192.88.99.255
  benchmarks, documentation | 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255
  multicast, reserved, broadcast | 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255
  IPv6: unspecified, loopback, IPv4-compatible | :: ::1 ::2 ::127.0.0.1 ::8.8.8.8
  IPv4-mapped | ::ffff:0.0.0.0 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:a9fe:a9fe ::ffff:255.255.255.255 0:0:0:0:0:ffff:127.0.0.1
  IPv4-translated | ::ffff:0:127.0.0.1
  NAT64, also around public addresses | 64:ff9b:: 64:ff9b::8.8.8.8 64:ff9b::7f00:1 64:ff9b::ffff:ffff 64:ff9b:1:: 64:ff9b:1:ffff:ffff:ffff:ffff:ffff
  discard, Teredo | 100:: 100::ffff:ffff:ffff:ffff 2001:: 2001:0:ffff:ffff:ffff:ffff:ffff:ffff
  documentation | 2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff
  6to4, segment routing | 2002:: 2002:7f00:1:: 2002:808:808:: 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff 5f00:: 5f00:ffff::1
  unique local, with metadata over IPv6 | fc00:: fd00:ec2::254 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  link-local, site-local, multicast | fe80:: fe80::1 febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff fec0::1 ff00:: ff02::1
  never handed out, so not known to be public | 1:: 4000::1 8000::1 e000::1
`);

/** The nearest neighbours of blocked ranges, and resolvers that everyone knows. */
export const publicAddresses = addressesOf(rows`
  resolvers | 1.1.1.1 8.8.8.8 2001:4860:4860::8888 2606:4700:4700::1111
  beside private and shared | 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0
  beside loopback and link-local | 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0
  beside protocols and benchmarks | 192.0.1.0 192.0.3.0 198.17.255.255 198.20.0.0 203.0.112.255 203.0.114.0
  beside multicast | 223.255.255.255
  IPv6 | ::ffff:8.8.8.8 ::ffff:101:101 2a00:1450:4001::1 2003::1
`);
