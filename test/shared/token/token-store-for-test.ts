import { afterEach, beforeEach } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import {
  createTokenStore,
  type TokenKey,
  type TokenStore,
} from "../../../shared/token/token-store.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";

export const key: TokenKey = {
  baseUrl: "https://community.example.com",
  consumerKey: "consumer-key",
  username: "service",
  scope: "PRODUCTION",
};
export const leaseMs = 1000;

/** An empty token store for each test of the file, and its tables. */
export function useTokenStore(): () => TablesForTest & { store: TokenStore } {
  let started: TablesForTest;
  beforeEach(async () => {
    started = await startTables();
  });
  afterEach(() => started.close());
  return () => ({
    ...started,
    store: createTokenStore(createTable(started.documents, tables.tokens.name)),
  });
}
