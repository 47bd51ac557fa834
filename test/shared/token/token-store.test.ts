import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import {
  createTokenStore,
  type TokenStore,
} from "../../../shared/token/token-store.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";

const nowMs = 1_000_000_000_500;
const leaseMs = 1000;
const free = { nowMs, leaseMs, tokenToReplace: undefined };
const issued = {
  accessToken: "token-1",
  tokenType: "Bearer",
  refreshToken: "refresh-1",
  expiresAtMs: nowMs + 60_000,
  loginTookMs: 400,
};

let started: TablesForTest;
let store: TokenStore;
beforeEach(async () => {
  started = await startTables();
  store = createTokenStore(createTable(started.documents, tables.tokens.name));
});
afterEach(() => started.close());

const lease = (at: Partial<Parameters<TokenStore["lease"]>[1]> = {}) =>
  store.lease("a", { ...free, ...at });

describe("login lease", () => {
  test("goes to exactly one of many requests, and is free at its end with a greater fence", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => lease()),
    );
    const item = {
      fence: 1,
      lease: { startedAtMs: nowMs, endsAtMs: nowMs + leaseMs },
    };
    expect(outcomes.filter(({ applied }) => applied)).toEqual([
      { applied: true, item },
    ]);
    const early = await lease({ nowMs: nowMs + leaseMs - 1 });
    expect(early).toEqual({ applied: false, item });
    expect(await lease({ nowMs: nowMs + leaseMs })).toMatchObject({
      applied: true,
      item: { fence: 2 },
    });
  });

  test.each<[string, object, boolean]>([
    ["has no token to replace", {}, false],
    ["replaces another token", { tokenToReplace: "token-0" }, false],
    ["replaces this token", { tokenToReplace: "token-1" }, true],
    ["comes before the token ends", { nowMs: nowMs + 59_999 }, false],
    ["comes when the token ends", { nowMs: nowMs + 60_000 }, true],
  ])(
    "is given, while there is a usable token, to a request that %s: %s, %s",
    async (_, at, applied) => {
      await lease();
      await store.save("a", 1, issued);
      expect(await lease(at)).toMatchObject({ applied });
    },
  );

  test("is not given while a refusal is remembered", async () => {
    await lease();
    await store.refuse("a", 1, nowMs + 60_000);
    for (const [afterMs, applied] of [
      [59_999, false],
      [60_000, true],
    ] as const)
      expect(await lease({ nowMs: nowMs + afterMs })).toMatchObject({
        applied,
      });
  });
});

describe("answer to a login", () => {
  const later = { ...issued, accessToken: "token-2" };

  test("of an earlier leader is stored until a later leader is answered, and never overwrites that answer", async () => {
    await lease();
    await lease({ nowMs: nowMs + leaseMs });
    expect(await store.save("a", 1, issued)).toMatchObject({ applied: true });
    expect(await store.save("a", 2, later)).toMatchObject({ applied: true });
    for (const late of [
      await store.save("a", 1, issued),
      await store.refuse("a", 1, nowMs + 60_000),
    ])
      expect(late).toEqual({
        applied: false,
        item: { fence: 2, answeredFence: 2, issued: later },
      });
  });

  test("ends the lease, and a token also removes a stored refusal", async () => {
    await lease();
    await store.refuse("a", 1, nowMs);
    await lease();
    expect(await store.save("a", 2, issued)).toEqual({
      applied: true,
      item: { fence: 2, answeredFence: 2, issued },
    });
  });
});

test("an invalidation ends the rejected token only, and keeps its refresh token", async () => {
  await lease();
  await store.save("a", 1, issued);
  const other = await store.invalidate("a", "token-0");
  expect(other).toMatchObject({ applied: false, item: { issued } });
  expect(await store.invalidate("a", "token-1")).toMatchObject({
    applied: true,
    item: { issued: { expiresAtMs: 0, refreshToken: "refresh-1" } },
  });
});

test("neither an answer nor an invalidation creates an item that was deleted in the meantime", async () => {
  const none = { applied: false, item: undefined };
  expect(await store.save("a", 1, issued)).toEqual(none);
  expect(await store.invalidate("a", "token-1")).toEqual(none);
  expect(await store.read("a")).toBeUndefined();
});

describe("token item", () => {
  test("is the only item with the token, and expires two days after the login", async () => {
    await store.lease("a", free);
    await store.lease("b", free);
    await store.save("a", 1, issued);

    const { Items } = await started.documents.send(
      new ScanCommand({ TableName: tables.tokens.name }),
    );
    const expiresAtSeconds = 1_000_000_000 + 2 * 24 * 60 * 60;
    expect(Items).toHaveLength(2);
    expect(Items).toContainEqual({
      id: "a",
      fence: 1,
      answeredFence: 1,
      issued,
      expiresAtSeconds,
    });
    expect(Items).toContainEqual({
      id: "b",
      fence: 1,
      lease: { startedAtMs: nowMs, endsAtMs: nowMs + leaseMs },
      expiresAtSeconds,
    });
  });
});
