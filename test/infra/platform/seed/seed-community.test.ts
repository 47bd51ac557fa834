import { describe, expect, test } from "vitest";
import { basic, call, platformForTest } from "../platform-for-test.ts";

const nowMs = Date.UTC(2026, 5, 1);
const seeded = () => platformForTest({ seed: true, nowMs: () => nowMs });

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
});
