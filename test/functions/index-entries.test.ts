import { isDeepStrictEqual } from "node:util";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, test } from "vitest";
import {
  type IndexDefinition,
  tables,
} from "../../infra/aws/deployment/tables.ts";
import { estimates } from "../docs/prices.ts";
import { useInProcess } from "../environments/in-process.ts";
import { hireOf } from "../fixtures/hire.ts";

const environment = useInProcess({ graceDays: 0, minGraceDays: 0 });

type Item = Record<string, unknown> | undefined;

/** What an index has of an item. */
function entryOf(item: Item, index: IndexDefinition): Item {
  const { partitionKey, sortKey, projected = [] } = index;
  if (item?.[partitionKey] === undefined || item[sortKey] === undefined)
    return undefined;
  const names = [partitionKey, sortKey, ...projected];
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

/** The entries of an index that DynamoDB writes and deletes for a write of an item. Each is a write unit. */
function unitsOf(before: Item, after: Item, index: IndexDefinition): number {
  const [old, fresh] = [entryOf(before, index), entryOf(after, index)];
  if (isDeepStrictEqual(old, fresh)) return 0;
  const hasMoved = [index.partitionKey, index.sortKey].some(
    (key) => old?.[key] !== fresh?.[key],
  );
  return hasMoved ? (old ? 1 : 0) + (fresh ? 1 : 0) : 1;
}

let units = 0;
let writes: Promise<unknown> = Promise.resolve();

beforeAll(() => {
  const { documents } = environment();
  const read = async (id: string): Promise<Item> => {
    const Key = { id };
    const TableName = tables.store.name;
    return (await documents.send(new GetCommand({ TableName, Key }))).Item;
  };
  documents.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        const { TableName, Key, Item } = args.input as {
          TableName?: string;
          Key?: Item;
          Item?: Item;
        };
        const given = (Item ?? Key)?.["id"];
        // The store sends attributes, and the tests plain values.
        const id = isAttribute(given) ? given.S : given;
        const isWrite = /^(?:Put|Update|Delete)/.test(commandName);
        if (!isWrite || TableName !== tables.store.name || !isText(id))
          return next(args);
        // One write after the other: two writes of an item at once could count the same change.
        const write = writes.then(async () => {
          const before = await read(id);
          const answer = await next(args);
          const after = await read(id);
          for (const index of tables.store.indexes)
            units += unitsOf(before, after, index);
          return answer;
        });
        writes = write.catch(() => undefined);
        return write;
      },
    { step: "initialize" },
  );
});

const isAttribute = (value: unknown): value is { S: unknown } =>
  typeof value === "object" && value !== null && "S" in value;
const isText = (value: unknown): value is string => typeof value === "string";

async function countEntries(type: string, data: object): Promise<number> {
  const { sendAndWait, advanceTime, nowMs, passTime } = environment();
  advanceTime(1_000);
  units = 0;
  const operation = await sendAndWait(type, data);
  if (operation.status === "waiting") {
    await passTime((operation.dueAtMs ?? 0) - nowMs() + 1);
  }
  return units;
}

test("the operations of the cost table write as many index entries as test/docs/prices.ts says", async () => {
  const hire = await countEntries("employee.hired", hireOf("E-1"));
  const other = await countEntries("employee.hired", hireOf("E-2"));
  expect(other).toBe(hire);
  const employeeId = "E-1";
  const counted = {
    "Hire, 200 KB avatar, 5 tasks": await countEntries("employee.hired", {
      ...hireOf("E-3"),
      tasks: [{ subject: "Read the handbook", dueInDays: 1 }],
    }),
    "Hire alone": hire,
    Change: await countEntries("employee.changed", {
      employeeId,
      title: "Lead",
    }),
    Status: await countEntries("status.set", { employeeId, text: "Here" }),
    "Offboarding at once": await countEntries("employee.terminated", {
      employeeId,
    }),
    Suspension: await countEntries("employee.suspended", { employeeId: "E-2" }),
    "Offboarding with a grace period": await countEntries(
      "employee.terminated",
      { employeeId: "E-3", graceDays: 7 },
    ),
  };
  expect(counted).toEqual(estimates.indexEntries);
  const avatar = { url: "https://localhost/one.png" };
  const warned = await countEntries(
    "employee.hired",
    hireOf("E-4", { avatar }),
  );
  expect(warned - hire).toBe(estimates.warnedEntries);
});
