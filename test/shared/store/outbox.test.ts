import { describe, expect, test } from "vitest";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createNoticeStore } from "../../../shared/store/outbox.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { outcomeOf, retry, runTo } from "./operation-for-test.ts";
import { useStore } from "./store-for-test.ts";

const store = useStore();

function notices() {
  const { documents, clock } = store();
  return createNoticeStore(
    createTable(documents, tables.store.name),
    () => clock.nowMs,
  );
}

const keyOf = (id: string) => `operation#${id}`;

async function dueIds(): Promise<string[]> {
  const { entries } = await notices().outbox.due.page(100);
  return entries.map(({ id }) => id);
}

describe("the outbox", () => {
  test("an operation that changed while its notices were published stays due with the new ones only", async () => {
    const { operations } = store();
    const { outbox } = notices();
    await runTo(operations, "race", outcomeOf("failed", "unexpected"));
    const [before] = await outbox.pending(keyOf("race"));
    // In the same millisecond, so no time tells both apart.
    await retry(operations, "race");
    await outbox.settle({
      itemId: keyOf("race"),
      length: before?.length ?? 0,
      published: 3,
      queued: 3,
    });
    expect(await dueIds()).toContain(keyOf("race"));
    expect(await outbox.pending(keyOf("race"))).toMatchObject([
      { notices: [{ id: "race_3", reason: "unexpected" }] },
    ]);
  });
});
