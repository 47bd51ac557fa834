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
});
