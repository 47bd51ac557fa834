import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { basic, call, namesIn, platformForTest } from "../platform-for-test.ts";

const nowMs = Date.UTC(2026, 5, 1);
const seeded = () => platformForTest({ seed: true, nowMs: () => nowMs });
const asPriya = basic("priya.raman", "priya.raman-password");

test("the option crowd adds that many people to the service account", async () => {
  const platform = await platformForTest({ crowd: 3 });
  const usernames = platform.people().map(({ svc }) => svc.username);
  expect(usernames).toEqual(["service", "crowd.1", "crowd.2", "crowd.3"]);
  const { status } = await call(platform, "GET", "/people", {
    as: basic("crowd.2", "crowd.2-password"),
  });
  expect(status).toBe(200);
});

describe("the seeded community", () => {
  test("has 25 people who can sign in, and all but the managing director have a manager", async () => {
    const platform = await seeded();
    const people = platform
      .people()
      .filter(({ administrator }) => !administrator);
    expect(people).toHaveLength(25);
    const without = [];
    for (const { id, svc } of people) {
      const as = basic(svc.username, `${svc.username}-password`);
      const path = `/people/${id}/@manager`;
      const { status } = await call(platform, "GET", path, { as });
      if (status === 404) without.push(svc.username);
    }
    expect(without).toEqual(["ingrid.halden"]);
  });

  test("has contents of every type, and places of every type", async () => {
    const platform = await seeded();
    const types = async (path: string) =>
      new Set(await namesIn(platform, `${path}?count=100`, "type", asPriya));
    expect(await types("/contents")).toEqual(
      new Set(["announcement", "discussion", "document", "poll", "post"]),
    );
    expect(await types("/places")).toEqual(
      new Set(["blog", "group", "project", "space"]),
    );
  });

  test("has no dates in the future, and its activity is in order of time", async () => {
    const platform = await seeded();
    for (const path of ["/contents", "/activities", "/people", "/members"]) {
      const dates = await namesIn(platform, `${path}?count=100`, "published");
      for (const date of dates) {
        expect(
          Date.parse(String(date).replace("+0000", "Z")),
        ).toBeLessThanOrEqual(nowMs);
      }
    }
    const path = "/activities?count=100";
    const dates = await namesIn(platform, path, "published");
    const newestFirst = dates
      .map(String)
      .toSorted((a, b) => b.localeCompare(a));
    expect(dates).toEqual(newestFirst);
  });

  test("has a different PNG image for each portrait, and the same images each time", async () => {
    const digests = [];
    for (let run = 0; run < 2; run += 1) {
      const platform = await seeded();
      const images = platform
        .people()
        .flatMap(({ id }) => platform.imagesOf(id));
      expect(images).toHaveLength(23);
      for (const { bytes } of images) {
        const image = Buffer.from(bytes);
        expect(image.subarray(1, 4).toString()).toBe("PNG");
        const [width, height] = [
          image.readUInt32BE(16),
          image.readUInt32BE(20),
        ];
        const pixels = inflateSync(
          image.subarray(41, 41 + image.readUInt32BE(33)),
        );
        expect(pixels.byteLength).toBe(height * (width * 3 + 1));
      }
      digests.push(
        images.map(({ bytes }) =>
          createHash("sha256").update(bytes).digest("hex"),
        ),
      );
    }
    expect(digests[0]).toEqual(digests[1]);
    expect(new Set(digests[0]).size).toBe(23);
  });
});
