import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, test } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { tokenId, type TokenStore } from "../../../shared/token/token-store.ts";
import { key, leaseMs, useTokenStore } from "./token-store-for-test.ts";

const nowMs = 1_000_000_000_500;
const free = { nowMs, leaseMs, tokenToReplace: undefined };
const issued = {
  accessToken: "token-1",
  tokenType: "Bearer",
  refreshToken: "refresh-1",
  expiresAtMs: nowMs + 60_000,
};

const newStore = useTokenStore();
let documents: ReturnType<typeof newStore>["documents"];
let store: TokenStore;
beforeEach(() => {
  ({ documents, store } = newStore());
});

const lease = (
  by: string,
  at: Partial<Parameters<TokenStore["lease"]>[2]> = {},
) => store.lease("a", by, { ...free, ...at });

describe("login lease", () => {
  // token-provider.test.ts has one login of many sandboxes, and the next one at the end of its lease.
  test("is given again to its owner, whose first answer was lost", async () => {
    await lease("one");
    expect(await lease("one")).toMatchObject({ applied: true });
  });

  test.each<[string, object, boolean]>([
    ["has no token to replace", {}, false],
    ["replaces another token", { tokenToReplace: "token-0" }, false],
    ["replaces this token", { tokenToReplace: "token-1" }, true],
    ["comes before the token ends", { nowMs: nowMs + 59_999 }, false],
    ["comes when the token ends", { nowMs: nowMs + 60_000 }, true],
  ])(
    "is given, while there is a usable token, to a request that %s: %j, %s",
    async (_, at, applied) => {
      await lease("one");
      await store.save("a", "one", issued);
      expect(await lease("two", at)).toMatchObject({ applied });
    },
  );

  test("is not given while a refusal is remembered", async () => {
    await lease("one");
    await store.refuse("a", "one", nowMs + 60_000);
    for (const [afterMs, applied] of [
      [59_999, false],
      [60_000, true],
    ] as const)
      expect(await lease("two", { nowMs: nowMs + afterMs })).toMatchObject({
        applied,
      });
  });
});

describe("the answer to a login", () => {
  const later = { ...issued, accessToken: "token-2" };

  test("never overwrites the answer to a later attempt", async () => {
    await lease("one");
    await lease("two", { nowMs: nowMs + leaseMs });
    const tooLate = async () => [
      await store.save("a", "one", issued),
      await store.refuse("a", "one", nowMs + 60_000),
    ];
    const item = { leaseBy: "two", leaseUntilMs: nowMs + 2 * leaseMs };
    for (const late of await tooLate())
      expect(late).toEqual({ applied: false, item });
    expect(await store.save("a", "two", later)).toMatchObject({
      applied: true,
    });
    for (const late of await tooLate())
      expect(late).toEqual({ applied: false, item: { issued: later } });
  });

  test("ends the lease, and a token also removes a stored refusal", async () => {
    await lease("one");
    await store.refuse("a", "one", nowMs);
    await lease("two");
    expect(await store.save("a", "two", issued)).toEqual({
      applied: true,
      item: { issued },
    });
  });
});

test("an invalidation ends the rejected token only, and keeps its refresh token", async () => {
  await lease("one");
  await store.save("a", "one", issued);
  expect(await store.invalidate("a", "token-0")).toBe(false);
  expect(await store.read("a")).toEqual({ issued });
  expect(await store.invalidate("a", "token-1")).toBe(true);
  expect(await store.read("a")).toEqual({
    issued: { ...issued, expiresAtMs: 0 },
  });
});

test("neither an answer nor an invalidation creates an item that was deleted in the meantime", async () => {
  const none = { applied: false, item: undefined };
  expect(await store.save("a", "one", issued)).toEqual(none);
  expect(await store.invalidate("a", "token-1")).toBe(false);
  expect(await store.read("a")).toBeUndefined();
});

test("an item has its token or its lease and no more, and expires two days after the lease", async () => {
  await store.lease("a", "one", free);
  await store.lease("b", "two", free);
  await store.save("a", "one", issued);

  const { Items } = await documents.send(
    new ScanCommand({ TableName: tables.tokens.name }),
  );
  const expiresAtSeconds = 1_000_000_001 + 2 * 24 * 60 * 60;
  expect(Items).toHaveLength(2);
  expect(Items).toContainEqual({ id: "a", issued, expiresAtSeconds });
  expect(Items).toContainEqual({
    id: "b",
    leaseBy: "two",
    leaseUntilMs: nowMs + leaseMs,
    expiresAtSeconds,
  });
});

describe("tokenId", () => {
  test.each(["baseUrl", "consumerKey", "username", "scope"] as const)(
    "differs for another %s",
    (part) => {
      expect(tokenId({ ...key, [part]: "other" })).not.toBe(tokenId(key));
    },
  );

  test("differs when the boundary between two parts moves", () => {
    expect(tokenId({ ...key, consumerKey: "ab", username: "c" })).not.toBe(
      tokenId({ ...key, consumerKey: "a", username: "bc" }),
    );
  });

  test("is the same for an account in every sandbox and release", () => {
    expect(tokenId({ ...key })).toBe(
      "SBh7b-MCdCwCrFwaQqcVFHWx8Lvg0fNvoxk4eiZOyUE",
    );
  });
});
