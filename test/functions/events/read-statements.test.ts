import { expect, test } from "vitest";
import {
  findOpen,
  readStatements,
} from "../../../functions/events/read-statements.ts";
import { sayStatement } from "../../../shared/store/say-statement.ts";
import { settingsForTest } from "../../environments/in-process/workflows.ts";
import {
  acceptWith,
  newOperation,
  outcomeOf,
} from "../../shared/store/operation-for-test.ts";
import { startMs, useStore } from "../../shared/store/store-for-test.ts";

const store = useStore();

/** An accepted termination of E-1. */
async function accept(id: string) {
  const type = "employee.terminated" as const;
  const operation = newOperation(id, { type, employeeId: "E-1" });
  await acceptWith(store(), operation, { data: { lastDay: "2999-12-31" } });
  return operation;
}

async function readIds(): Promise<string[]> {
  const settings = settingsForTest;
  const reader = { store: store(), settings, nowMs: () => startMs };
  const { statements } = await readStatements(
    reader,
    "E-1",
    await findOpen(reader, "E-1"),
  );
  return statements.map((one) => one.id);
}

test("an accepted event counts as said, also while it runs and has said nothing yet", async () => {
  const { operations } = store();
  await accept("early");
  expect(await readIds()).toEqual(["early"]);
  await operations.start("early", "early-1");
  expect(await readIds()).toEqual(["early"]);
  await operations.finish(
    { id: "early", execution: "early-1" },
    outcomeOf("failed", "data-erased"),
  );
  expect(await readIds()).toEqual([]);
});

test("an event whose statement was merged with an earlier one does not count a second time", async () => {
  const { id, type } = await accept("said");
  const rules = { ...settingsForTest, store: store(), nowMs: () => startMs };
  const statement = {
    kind: "terminated",
    id: "first",
    atMs: startMs,
    ownDay: 0,
    caller: "hr",
    terms: { disposition: "delete", graceDays: 0 },
  } as const;
  // Its statement was merged with that of an earlier operation.
  const open = { id, type, atMs: startMs };
  await sayStatement(rules, "E-1", async () => statement, open);
  expect(await readIds()).toEqual(["first"]);
});
