import { createSocket } from "node:dgram";
import { once } from "node:events";
import { Resolver } from "node:dns/promises";
import type { LookupAddress } from "node:dns";
import { isIPv4 } from "node:net";

/** The records of a name at one moment: addresses, and aliases. */
export type Zone = {
  addresses: readonly string[];
  aliases?: readonly string[];
};

export type DnsServer = AsyncDisposable & {
  /** Queries this server over UDP as a client does, for addresses of both families. */
  lookup: (host: string) => Promise<LookupAddress[]>;
  /** The number of queries for a family. */
  questions: () => number;
};

const typeA = 1;
const typeCname = 5;
const typeAaaa = 28;

/**
 * A name server whose answers have a lifetime of zero.
 *
 * @param zoneAt - the records of the name at its n-th lookup, from 0
 */
export async function startDnsServer(
  zoneAt: (lookup: number) => Zone,
): Promise<DnsServer> {
  const socket = createSocket("udp4");
  let lookups = -1;
  let questions = 0;
  socket.on("message", (query, { port, address }) => {
    questions += 1;
    socket.send(answerTo(query, zoneAt(Math.max(0, lookups))), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const resolver = new Resolver({ tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const none = (): string[] => [];
  return {
    async lookup(host) {
      lookups += 1;
      const [four, six] = await Promise.all([
        resolver.resolve4(host).catch(none),
        resolver.resolve6(host).catch(none),
      ]);
      return [
        ...four.map((address) => ({ address, family: 4 })),
        ...six.map((address) => ({ address, family: 6 })),
      ];
    },
    questions: () => questions,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, "close");
    },
  };
}

/** RFC 1035, §4.1: the header, the question again, and the answers. */
function answerTo(query: Buffer, { addresses, aliases = [] }: Zone): Buffer {
  const nameEnd = query.indexOf(0, 12) + 1;
  const type = query.readUInt16BE(nameEnd);
  const name = query.subarray(12, nameEnd);
  const wanted = addresses.filter(
    (address) => type === (isIPv4(address) ? typeA : typeAaaa),
  );
  const names = [name, ...aliases.map(encodeName)];
  const records = [
    ...aliases.map((_, index) =>
      recordOf(names[index]!, typeCname, names[index + 1]!),
    ),
    ...wanted.map((address) =>
      recordOf(names.at(-1)!, type, encodeAddress(address)),
    ),
  ];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8580, 2); // An authoritative answer
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, query.subarray(12, nameEnd + 4), ...records]);
}

function recordOf(name: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10); // Type, class, no time to live, length
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, fixed, data]);
}

function encodeName(name: string): Buffer {
  const labels = name
    .split(".")
    .map((label) =>
      Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]),
    );
  return Buffer.concat([...labels, Buffer.alloc(1)]);
}

/** IPv6 addresses must be written in full, except for one `::` or a mapped IPv4 address. */
function encodeAddress(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1];
  if (mapped !== undefined)
    return Buffer.concat([
      Buffer.from("00000000000000000000ffff", "hex"),
      encodeAddress(mapped),
    ]);
  const [head = "", tail = ""] = address.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  const hex = [...before, ...zeros, ...after]
    .map((group) => group.padStart(4, "0"))
    .join("");
  return Buffer.from(hex, "hex");
}
