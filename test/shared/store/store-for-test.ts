import {
  type DynamoDBDocumentClient,
  GetCommand,
  ScanCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { tables } from "../../../infra/tables.ts";
import { createStore, type Store } from "../../../shared/store/store.ts";
import { createTable, type Table } from "../../../shared/dynamodb/table.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";

export const startMs = Date.UTC(2026, 0, 31, 18, 42);

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

export type StoreForTest = Store & {
  table: Table;
  documents: DynamoDBDocumentClient;
  /** Moves on when the test says so, and back before the next. */
  clock: { nowMs: number };
  /** An item as it lies in the table. */
  item: (id: string) => Promise<Record<string, unknown> | undefined>;
  ids: () => Promise<string[]>;
};

/** One real table for all tests of a file, so each test has ids of its own. */
export function useStore(): () => StoreForTest {
  let started: TablesForTest;
  let forTest: StoreForTest;
  beforeAll(async () => {
    started = await startTables();
    const { documents } = started;
    const { name } = tables.store;
    const clock = { nowMs: startMs };
    forTest = {
      ...createStore(documents, name, () => clock.nowMs),
      table: createTable(documents, name),
      documents,
      clock,
      item: async (id) => {
        const command = new GetCommand({ TableName: name, Key: { id } });
        return (await documents.send(command)).Item;
      },
      ids: async () => {
        const command = new ScanCommand({ TableName: name });
        const { Items = [] } = await documents.send(command);
        return Items.map(({ id }) => String(id)).sort();
      },
    };
  });
  beforeEach(() => {
    forTest.clock.nowMs = startMs;
  });
  afterAll(() => started.close());
  return () => forTest;
}
