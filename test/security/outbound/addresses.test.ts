import { isIPv4 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fetchAvatar } from "../../../shared/person/avatar/fetch-avatar.ts";
import { blockedAddresses, publicAddresses } from "../../shared/addresses.ts";
import { avatarUrl } from "../../shared/person/avatar/loopback.ts";
import { effort } from "../../resilience/effort.ts";
import { startCanaries } from "./canaries.ts";
import { seed } from "./seed.ts";

test("a host name with a private address at any place of its addresses gets no connection", async () => {
  await using canaries = await startCanaries();
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(publicAddresses, { maxLength: 5 }),
      fc.oneof(
        fc.constantFrom(...blockedAddresses),
        fc.constantFrom(...canaries.addresses),
      ),
      fc.nat(5),
      async (good, bad, index) => {
        const addresses = good.toSpliced(index, 0, bad);
        const lookup = async () =>
          addresses.map((address) => ({
            address,
            family: isIPv4(address) ? 4 : 6,
          }));
        await expect(
          fetchAvatar(avatarUrl, { lookup, port: canaries.port }),
        ).rejects.toMatchObject({ code: "avatar-address-not-allowed" });
      },
    ),
    { numRuns: effort(150, 2_000), ...seed() },
  );
  expect(await canaries.connections()).toBe(0);
});
