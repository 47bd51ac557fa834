import { describe, expect, test } from "vitest";
import { call, platformForTest } from "../platform-for-test.ts";

describe("rate limit", () => {
  test("answers further requests of a second by 429 with Retry-After", async () => {
    let nowMs = 0;
    const platform = await platformForTest({
      rateLimit: 2,
      nowMs: () => nowMs,
    });
    const statuses = [];
    for (nowMs of [0, 1, 999, 1000]) {
      const answer = await call(platform, "GET", "/people");
      statuses.push(answer.status);
      expect(answer.headers.get("retry-after")).toBe(
        answer.status === 429 ? "1" : null,
      );
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  test("each answer shows the limit and what is left of it if the option asks for it", async () => {
    const platform = await platformForTest({
      rateLimit: 2,
      rateLimitHeaders: true,
      nowMs: () => 0,
    });
    const shown = [];
    for (let request = 1; request <= 3; request++) {
      const { headers } = await call(platform, "GET", "/people");
      expect(headers.get("ratelimit-policy")).toBe('"second";q=2;w=1');
      shown.push(headers.get("ratelimit"));
    }
    expect(shown).toEqual([
      '"second";r=1;t=1',
      '"second";r=0;t=1',
      '"second";r=0;t=1',
    ]);
  });
});
