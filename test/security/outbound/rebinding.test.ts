import { request } from "node:https";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AvatarError } from "../../../shared/person/avatar/avatar-error.ts";
import {
  fetchAvatar,
  type FetchAvatarOptions,
} from "../../../shared/person/avatar/fetch-avatar.ts";
import { pixel } from "../../shared/person/avatar/images.ts";
import {
  avatarUrl,
  optionsFor,
  startAvatarHost,
} from "../../shared/person/avatar/loopback.ts";
import { effort } from "../../resilience/effort.ts";
import { recordFigure } from "../../resilience/figures.ts";
import { startCanaries } from "./canaries.ts";
import { startDnsServer, type Zone } from "./dns-server.ts";
import { seed } from "./seed.ts";

/** The public address of the avatar in these tests. */
const good = "127.0.0.1";
/** The addresses of the canaries. A test uses those that this machine has. */
const inside = ["::1", "127.0.0.2"];
const host = new URL(avatarUrl).hostname;

const answerWithPixel = (
  _request: unknown,
  response: { end: (bytes: Buffer) => void },
) => response.end(pixel.png);

test("a host name that is public when checked and internal when used leads to the checked address", async ({
  task,
}) => {
  await using avatars = await startAvatarHost(answerWithPixel);
  await using canaries = await startCanaries(inside, avatars.port);
  const zones: Zone[] = [
    { addresses: [good] },
    { addresses: canaries.addresses },
  ];
  const rebinding = (lookup: number) => zones[lookup % 2] ?? { addresses: [] };

  // A client that resolves the name twice connects to the second answer.
  await using naive = await startDnsServer(rebinding);
  expect((await naive.lookup(host))[0]?.address).toBe(good);
  await connectTo(await naive.lookup(host), avatars.port);
  expect(await canaries.connections()).toBe(1);

  await using dns = await startDnsServer(rebinding);
  const options = { ...optionsFor(avatars), lookup: dns.lookup };
  const { bytes } = await fetchAvatar(avatarUrl, options);
  expect(bytes).toEqual(pixel.png);
  expect(dns.questions()).toBe(2); // One for each family
  await expect(fetchAvatar(avatarUrl, options)).rejects.toMatchObject({
    code: "address-not-allowed",
  });
  expect(avatars.connections()).toBe(1);
  expect(await canaries.connections()).toBe(1);
  recordFigure(task, {
    area: "Attacks, outward",
    what: "avatar: DNS rebinding, connections to the second answer",
    figure: "0 (1 by a client that asks twice)",
  });
});

test("a host name may change its addresses in any order: only checked addresses get a connection", async ({
  task,
}) => {
  await using avatars = await startAvatarHost(answerWithPixel);
  await using canaries = await startCanaries(inside, avatars.port);
  let fetches = 0;
  const zone = fc.record({
    addresses: fc.subarray([good, ...canaries.addresses, "::ffff:127.0.0.2"]),
    aliases: fc.subarray(["public.example.test", "localhost", "a.internal"]),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(zone, { maxLength: 6 }), async (zones) => {
      await using dns = await startDnsServer(
        (lookup) => zones[lookup] ?? { addresses: [] },
      );
      const options: FetchAvatarOptions = {
        ...optionsFor(avatars),
        lookup: dns.lookup,
      };
      for (const { addresses } of zones) {
        const before = avatars.connections();
        const outcome = await fetchAvatar(avatarUrl, options).then(
          () => "fetched",
          ({ code }: AvatarError) => code,
        );
        const isGood = addresses.length === 1 && addresses[0] === good;
        expect(outcome).toBe(isGood ? "fetched" : "address-not-allowed");
        expect(avatars.connections() - before).toBe(isGood ? 1 : 0);
        fetches += 1;
      }
    }),
    { numRuns: effort(10, 300), ...seed() },
  );
  expect(await canaries.connections()).toBe(0);
  recordFigure(task, {
    area: "Attacks, outward",
    what: "avatar: fetches while DNS answers change, connections to a private address",
    figure: `${fetches} tried, 0`,
  });
});

async function connectTo(
  [first]: { address: string }[],
  port: number,
): Promise<void> {
  const outgoing = request({ host: first?.address, port, agent: false });
  outgoing.on("error", () => undefined);
  await new Promise((resolve) => outgoing.on("close", resolve).end());
}
