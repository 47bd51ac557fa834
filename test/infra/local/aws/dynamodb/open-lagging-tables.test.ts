import { tables } from "../../../../../infra/aws/deployment/tables.ts";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startDynamoDb } from "../../../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import {
  createTable,
  type Table,
} from "../../../../../shared/dynamodb/table.ts";
import { connect, startTables } from "../../../../fixtures/tables-for-test.ts";
import { newFolder } from "../../../../fixtures/new-folder.ts";
import * as z from "zod/mini";

const startMs = 1_000_000;
const maxLagMs = 2_000;
/** The next random numbers; 0.5 when they are used up. */
let random: number[];
let nowMs: number;

beforeEach(() => {
  random = [];
  nowMs = startMs;
});

const lag = {
  maxLagMs,
  nowMs: () => nowMs,
  random: () => random.shift() ?? 0.5,
};

const put = (table: Table, id: string, status: string, dueAtMs = 1) =>
  table.put({ id, status, dueAtMs });
const list = async (table: Table, status: string) => {
  const { entries } = await table.all(
    { index: "due", partition: ["status", status] },
    z.object({ id: z.string() }),
  );
  return entries.map(({ id }) => id);
};

async function start(kind: "local-dynamodb" | "in-memory"): Promise<Table> {
  const { documents, close } = await startTables(kind, lag);
  onTestFinished(close);
  return createTable(documents, tables.store.name);
}

describe.each(["local-dynamodb", "in-memory"] as const)("%s:", (kind) => {
  test("an index shows a new item after its lag, and the item itself is there at once", async () => {
    const table = await start(kind);
    await put(table, "one", "waiting");
    expect(await table.get("one", z.object({ status: z.string() }))).toEqual({
      status: "waiting",
    });
    nowMs = startMs + maxLagMs / 2 - 1;
    expect(await list(table, "waiting")).toEqual([]);
    nowMs++;
    expect(await list(table, "waiting")).toEqual(["one"]);
  });

  test("an index still lists an item that was moved or deleted a moment ago", async () => {
    const table = await start(kind);
    for (const id of ["moved", "deleted"]) await put(table, id, "waiting");
    nowMs += maxLagMs;
    await table.update("moved", { set: { status: "accepted" }, where: {} });
    await table.delete("deleted");
    expect(await list(table, "waiting")).toHaveLength(2);
    expect(await list(table, "accepted")).toEqual([]);
    nowMs += maxLagMs;
    expect(await list(table, "waiting")).toEqual([]);
    expect(await list(table, "accepted")).toEqual(["moved"]);
  });

  test("the writes of one item become visible in their order", async () => {
    const table = await start(kind);
    // On both replicas, the first write has a longer lag than the second one.
    random = [0.9, 0.9];
    await put(table, "one", "waiting");
    random = [0.1, 0.1];
    await put(table, "one", "accepted");
    for (let half = 0; half < 2; half++) {
      nowMs += maxLagMs / 2;
      expect(await list(table, "waiting")).toEqual([]);
    }
    expect(await list(table, "accepted")).toEqual(["one"]);
  });
});

test("the indexes of a kept folder list its items at the next start", async () => {
  const folder = newFolder();
  const open = async () => {
    const database = await startDynamoDb({ folder, indexLag: lag });
    const documents = connect(database.endpoint);
    onTestFinished(() => documents.destroy());
    return { ...database, table: createTable(documents, tables.store.name) };
  };
  const first = await open();
  // A replica copies 25 items at once.
  for (let id = 0; id < 60; id++)
    await put(first.table, `${id}`, "waiting", id);
  await first.close();
  const { table, close } = await open();
  onTestFinished(close);
  expect(await list(table, "waiting")).toHaveLength(60);
});
