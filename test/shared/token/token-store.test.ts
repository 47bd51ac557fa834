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
import { startFailedConditions } from "./failed-conditions.ts";

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

describe("login lease", () => {
  test("goes to exactly one of many simultaneous requests", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => store.lease("a", free)),
    );
    expect(outcomes.filter(({ applied }) => applied)).toEqual([
      {
        applied: true,
        item: {
          fence: 1,
          lease: { startedAtMs: nowMs, endsAtMs: nowMs + leaseMs },
        },
      },
    ]);
  });

  test("returns the current item to a request that does not get it", async () => {
    const won = await store.lease("a", free);
    expect(await store.lease("a", free)).toEqual({
      applied: false,
      item: won.item,
    });
  });

  test("is free again at its end, with a greater fence", async () => {
    await store.lease("a", free);
    const late = { ...free, nowMs: nowMs + leaseMs };

    expect(
      await store.lease("a", { ...late, nowMs: late.nowMs - 1 }),
    ).toMatchObject({ applied: false });
    expect(await store.lease("a", late)).toMatchObject({
      applied: true,
      item: { fence: 2 },
    });
  });

  test("is not given while there is a usable token other than tokenToReplace", async () => {
    await store.lease("a", free);
    await store.save("a", 1, issued);

    expect(await store.lease("a", free)).toMatchObject({ applied: false });
    expect(
      await store.lease("a", { ...free, tokenToReplace: "token-0" }),
    ).toMatchObject({ applied: false });
    expect(
      await store.lease("a", { ...free, tokenToReplace: "token-1" }),
    ).toMatchObject({ applied: true });
  });

  test("is given from the moment when the token ends", async () => {
    await store.lease("a", free);
    await store.save("a", 1, issued);
    const ended = { ...free, nowMs: issued.expiresAtMs };

    expect(
      await store.lease("a", { ...ended, nowMs: ended.nowMs - 1 }),
    ).toMatchObject({ applied: false });
    expect(await store.lease("a", ended)).toMatchObject({ applied: true });
  });

  test("is not given while a refusal is remembered", async () => {
    await store.lease("a", free);
    await store.refuse("a", 1, nowMs + 60_000);

    expect(
      await store.lease("a", { ...free, nowMs: nowMs + 59_999 }),
    ).toMatchObject({ applied: false });
    expect(
      await store.lease("a", { ...free, nowMs: nowMs + 60_000 }),
    ).toMatchObject({ applied: true });
  });
});

describe("answer to a login", () => {
  test("of an earlier leader never overwrites the answer of a later leader", async () => {
    await store.lease("a", free);
    await store.lease("a", { ...free, nowMs: nowMs + leaseMs });
    await store.save("a", 2, { ...issued, accessToken: "token-2" });

    const late = [
      await store.save("a", 1, issued),
      await store.refuse("a", 1, nowMs + 60_000),
    ];
    for (const { applied, item } of late) {
      expect(applied).toBe(false);
      expect(item?.issued?.accessToken).toBe("token-2");
      expect(item).not.toHaveProperty("refusedUntilMs");
    }
  });

  test("of an earlier leader is stored until a later leader is answered", async () => {
    await store.lease("a", free);
    await store.lease("a", { ...free, nowMs: nowMs + leaseMs });

    expect(await store.save("a", 1, issued)).toMatchObject({ applied: true });
    expect(
      await store.save("a", 2, { ...issued, accessToken: "token-2" }),
    ).toMatchObject({ applied: true });
  });

  test("ends the lease, and a token also removes a stored refusal", async () => {
    await store.lease("a", free);
    await store.refuse("a", 1, nowMs);
    await store.lease("a", free);

    expect(await store.save("a", 2, issued)).toEqual({
      applied: true,
      item: { fence: 2, answeredFence: 2, issued },
    });
  });

  test("does not create an item that was deleted in the meantime", async () => {
    expect(await store.save("a", 1, issued)).toEqual({
      applied: false,
      item: undefined,
    });
    expect(await store.read("a")).toBeUndefined();
  });
});

describe("invalidation", () => {
  test("ends the rejected token and keeps its refresh token", async () => {
    await store.lease("a", free);
    await store.save("a", 1, issued);

    expect(await store.invalidate("a", "token-1")).toMatchObject({
      applied: true,
      item: { issued: { expiresAtMs: 0, refreshToken: "refresh-1" } },
    });
  });

  test("leaves another token unchanged and creates no item", async () => {
    await store.lease("a", free);
    await store.save("a", 1, issued);

    expect(await store.invalidate("a", "token-0")).toMatchObject({
      applied: false,
      item: { issued },
    });
    expect(await store.invalidate("b", "token-1")).toEqual({
      applied: false,
      item: undefined,
    });
  });
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

  test("is not read again when the database sends it with the failed condition", async () => {
    const database = await startFailedConditions({
      id: { S: "a" },
      fence: { N: "7" },
      lease: { M: { startedAtMs: { N: "1" }, endsAtMs: { N: "2" } } },
    });
    const store = createTokenStore(
      createTable(database.documents, tables.tokens.name),
    );

    expect(await store.lease("a", free)).toEqual({
      applied: false,
      item: { fence: 7, lease: { startedAtMs: 1, endsAtMs: 2 } },
    });
    expect(database.requests).toEqual(["UpdateItem"]);
    await database.close();
  });
});
