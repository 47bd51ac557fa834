import { describe, expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import {
  communitySecretSchema,
  createCommunitySecret,
} from "../../../shared/platform-auth/community-secret.ts";
import { rows } from "../../fixtures/rows.ts";

const secret = localSecrets.community;

function createForTest() {
  const state = { nowMs: 0, reads: 0 };
  const reader = createCommunitySecret({
    read: async () => {
      state.reads++;
      return { ...secret, password: `password-${state.reads}` };
    },
    nowMs: () => state.nowMs,
  });
  return { reader, state };
}

describe("community secret in memory", () => {
  test("is read again at most once a minute, also after many refusals", async () => {
    const { reader, state } = createForTest();
    const first = await reader.get();
    state.nowMs = 59_999;
    expect(await reader.refresh()).toBe(first);
    state.nowMs = 60_000;
    const fresh = await Promise.all(
      Array.from({ length: 100 }, () => reader.refresh()),
    );
    expect(new Set(fresh).size).toBe(1);
    expect(fresh[0]).not.toBe(first);
    expect(await reader.get()).toBe(fresh[0]);
    expect(state.reads).toBe(2);
  });

  test("throws an error that names the next action when the secret does not exist", async () => {
    const reader = createCommunitySecret({
      read: async () => undefined,
      nowMs: () => 0,
    });
    await expect(reader.get()).rejects.toThrow("no community secret: store it");
  });
});

test.each(rows<[string, object]>`
  a missing field | ${{ username: undefined }}
  an unknown field | ${{ passwort: "p" }}
  a short master key | ${{ passwordMaster: { "1": "short" } }}
  a version that is not a number | ${{ passwordMaster: { v1: "k".repeat(32) } }}
  a version that does not end in a digit | ${{ passwordMaster: { "1v": "k".repeat(32) } }}
`)("communitySecretSchema rejects %s", (_, changes) => {
  const odd = { ...secret, ...changes };
  expect(communitySecretSchema.safeParse(odd).success).toBe(false);
});
