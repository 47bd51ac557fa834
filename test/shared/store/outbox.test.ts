import { describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createNoticeStore } from "../../../shared/store/outbox.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { outcomeOf, newOperation, runTo, retry } from "./operation-for-test.ts";
import { startMs, useStore } from "./store-for-test.ts";

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
  test("an operation that needs attention is due at once, until its notice is published and told", async () => {
    const { operations } = store();
    const { outbox } = notices();
    await runTo(operations, "due", outcomeOf("needs_attention", "unexpected"));
    expect(await dueIds()).toContain(keyOf("due"));
    const [pending] = await outbox.pending(keyOf("due"));
    expect(pending).toMatchObject({
      length: 3,
      published: 0,
      queued: 0,
      notices: [{ id: "due_2", type: "operation.needs_attention" }],
    });
    await outbox.settle({
      itemId: keyOf("due"),
      length: 3,
      published: 3,
      queued: 3,
    });
    expect(await dueIds()).not.toContain(keyOf("due"));
    expect(await outbox.pending(keyOf("due"))).toEqual([]);
  });

  test("a status of a chat user that succeeds is never in the outbox", async () => {
    const { operations } = store();
    const changes = { type: "status.set" } as const;
    await runTo(operations, "silent", outcomeOf("succeeded"), changes);
    expect(await dueIds()).not.toContain(keyOf("silent"));
  });

  test("a notice that is gathered is due again at the given time", async () => {
    const { operations, clock } = store();
    const { outbox } = notices();
    await runTo(operations, "later", outcomeOf("failed", "unexpected"));
    await outbox.settle({
      itemId: keyOf("later"),
      length: 3,
      published: 3,
      queued: 0,
      nextAtMs: startMs + minuteMs,
    });
    expect(await dueIds()).not.toContain(keyOf("later"));
    clock.nowMs = startMs + minuteMs;
    expect(await dueIds()).toContain(keyOf("later"));
    const [pending] = await outbox.pending(keyOf("later"));
    expect(pending).toMatchObject({ published: 3, queued: 0 });
    expect(pending?.notices).toHaveLength(1);
  });

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

  test("a write of an outcome that is repeated has one notice", async () => {
    const { operations } = store();
    await operations.accept(newOperation("twice"));
    await operations.start("twice", "twice-1");
    const run = { id: "twice", execution: "twice-1" };
    await operations.finish(run, outcomeOf("needs_attention", "unexpected"));
    await operations.finish(run, outcomeOf("needs_attention", "unexpected"));
    const [pending] = await notices().outbox.pending(keyOf("twice"));
    expect(pending?.notices.map(({ id }) => id)).toEqual(["twice_2"]);
  });

  test("a subscriber that is disabled is told once, and another URL of it is not disabled", async () => {
    const { outbox } = notices();
    expect(await outbox.disableSubscriber("desk", "digest")).toBe(true);
    expect(await outbox.disableSubscriber("desk", "digest")).toBe(false);
    expect(await outbox.isSubscriberDisabled("desk", "digest")).toBe(true);
    expect(await outbox.isSubscriberDisabled("desk", "other")).toBe(false);
    const itemId = "subscriber#desk#digest";
    expect(await dueIds()).toContain(itemId);
    expect(await outbox.pending(itemId)).toMatchObject([
      { subscriber: "desk", notices: [{ type: "subscriber.disabled" }] },
    ]);
    await outbox.settle({ itemId, length: 1, published: 1, queued: 1 });
    expect(await dueIds()).not.toContain(itemId);
    expect(await outbox.isSubscriberDisabled("desk", "digest")).toBe(true);
  });
});
