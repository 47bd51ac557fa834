import {
  type DynamoDBDocumentClient,
  GetCommand,
  ScanCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { IndexLag } from "../../../infra/local/aws/dynamodb/open-lagging-tables.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createStore, type Store } from "../../../shared/store/store.ts";
import { createTable, type Table } from "../../../shared/dynamodb/table.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";

export const startMs = Date.UTC(2026, 0, 31, 18, 42);

export type StoreForTest = Store & {
  table: Table;
  documents: DynamoDBDocumentClient;
  /** A test may advance it. It is set back before the next test. */
  clock: { nowMs: number };
  /** An item as the table has it. */
  item: (id: string) => Promise<Record<string, unknown> | undefined>;
  items: () => Promise<Record<string, unknown>[]>;
  ids: () => Promise<string[]>;
};

/** One table for all tests of a file, so each test has ids of its own. */
export function useStore(
  where?: "local-dynamodb" | "in-memory",
): () => StoreForTest {
  let started: TablesForTest;
  let forTest: StoreForTest;
  beforeAll(async () => {
    started = await startTables(where);
    forTest = createStoreForTest(started, { nowMs: startMs });
  });
  beforeEach(() => {
    forTest.clock.nowMs = startMs;
  });
  afterAll(() => started.close());
  return () => forTest;
}

/** By how much the indexes of a lagging store may be behind its items. */
export const maxLagMs = 2_000;

/**
 * A real table for each test, whose indexes lag behind the items. The tests cannot share one, because the indexes never
 * show what was written later than the clock says, and the clock goes back before each test.
 *
 * @param random - how long each write lags. @default any time
 */
export function useLaggingStore(
  random: IndexLag["random"] = Math.random,
): () => StoreForTest {
  let started: TablesForTest;
  let forTest: StoreForTest;
  beforeEach(async () => {
    const clock = { nowMs: startMs };
    const nowMs = () => clock.nowMs;
    started = await startTables("this-process", { maxLagMs, nowMs, random });
    forTest = createStoreForTest(started, clock);
  });
  afterEach(() => started.close());
  return () => forTest;
}

function createStoreForTest(
  { documents }: TablesForTest,
  clock: StoreForTest["clock"],
): StoreForTest {
  const { name } = tables.store;
  const items = async () => {
    const { Items = [] } = await documents.send(
      new ScanCommand({ TableName: name }),
    );
    return Items;
  };
  return {
    ...createStore(createTable(documents, name), () => clock.nowMs),
    table: createTable(documents, name),
    documents,
    clock,
    item: async (id) => {
      const command = new GetCommand({ TableName: name, Key: { id } });
      return (await documents.send(command)).Item;
    },
    items,
    ids: async () => (await items()).map(({ id }) => String(id)).sort(),
  };
}
