import { describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import {
  createNoticeStore,
  deliveryPrefix,
} from "../../../shared/store/outbox.ts";
import {
  mayHaveNotice,
  noticesOf,
  personFactOf,
} from "../../../shared/store/notices.ts";
import {
  type AuditEntry,
  operationStatuses,
} from "../../../shared/store/operation.ts";
import { rows } from "../../fixtures/rows.ts";
import { outcomeOf, retry, runTo } from "./operation-for-test.ts";
import {
  maxLagMs,
  startMs,
  useLaggingStore,
  useStore,
} from "./store-for-test.ts";

/** The types of the notices of a trail. An entry is `status`, `status reason` or `status reason person`; `-` is no reason. */
function typesOf(...entries: string[]): string[] {
  const history = entries.map((entry, atMs) => {
    const [status, reason, person] = entry.split(" ");
    return {
      atMs,
      by: "workflow",
      status: status as AuditEntry["status"],
      reason: reason === "-" ? undefined : reason,
      person: person as AuditEntry["person"],
    };
  });
  return noticesOf({ id: "op", history }).map(
    ({ id, type, reason }) => `${id} ${type} ${reason ?? "-"}`,
  );
}

test.each(rows<[string, string[], string[]]>`
  has one notice if it needs attention, whose id is its index in the audit trail | ${["accepted", "running", "needs_attention person-missing"]} | ${["op_2 operation.needs_attention person-missing"]}
  is held above a limit | ${["running", "needs_attention disable-limit"]} | ${["op_1 operation.held disable-limit"]}
  fails | ${["running", "failed platform-refused-400"]} | ${["op_1 operation.failed platform-refused-400"]}
  is attended when it is retried, with the reason that it had | ${["failed login-refused", "accepted retried"]} | ${["op_0 operation.failed login-refused", "op_1 operation.attended login-refused"]}
  is attended when it is resolved, with the reason that it had | ${["failed login-refused", "cancelled resolved"]} | ${["op_0 operation.failed login-refused", "op_1 operation.attended login-refused"]}
  has other ids if it fails again | ${["failed unexpected", "accepted retried", "running", "failed unexpected"]} | ${["op_0 operation.failed unexpected", "op_1 operation.attended unexpected", "op_3 operation.failed unexpected"]}
  has no notice if it runs, waits or succeeds | ${["accepted", "running", "waiting grace", "accepted", "succeeded"]} | ${[]}
  tells what happened to the person beside it | ${["running", "needs_attention deletion-limit left"]} | ${["op_1 operation.held deletion-limit", "op_1_person person.left -"]}
  does not tell a second time that the person left | ${["running", "waiting grace left", "accepted", "succeeded - left"]} | ${["op_1_person person.left -"]}
  tells that a person who had left has resumed | ${["waiting grace left", "accepted", "cancelled - resumed"]} | ${["op_0_person person.left -", "op_2_person person.resumed -"]}
`)("an operation %s", (_what, entries, notices) => {
  expect(typesOf(...entries)).toEqual(notices);
});

test("a change is told only if fields of a person changed", () => {
  const changed = (fields: string[], personID?: string) =>
    personFactOf({
      status: "succeeded",
      result: { refs: {}, personID, changed: fields } as never,
    });
  expect(changed(["/title"], "2004")).toBe("changed");
  expect(changed([], "2004")).toBe(undefined);
  expect(changed(["/title"])).toBe(undefined);
});

describe("the mark for the outbox", () => {
  test("every change that has a notice is marked, whatever status its write expects", () => {
    const unmarked: string[] = [];
    for (const before of operationStatuses)
      for (const status of operationStatuses) {
        const history = [
          { atMs: 0, by: "a", status: before },
          { atMs: 1, by: "b", status },
        ];
        const hasNotice = noticesOf({ id: "op", history }).some(
          ({ index }) => index === 1,
        );
        for (const where of [
          { status: before },
          { status: { oneOf: ["waiting", before] } },
          [{ phase: "grace" }, { status: before }],
          {},
        ])
          if (hasNotice && !mayHaveNotice(where, { status }))
            unmarked.push(`${before} to ${status}: ${JSON.stringify(where)}`);
      }
    expect(unmarked).toEqual([]);
  });

  test.each([
    ["accepted", "running"],
    ["running", "succeeded"],
    ["waiting", "accepted"],
  ] as const)("the frequent change from %s to %s is not marked", (from, to) => {
    expect(mayHaveNotice({ status: from }, { status: to })).toBe(false);
  });
});

const store = useStore();

test("an operation that changed while its notices were published stays due with the new ones only", async () => {
  const { operations, table, clock } = store();
  const { outbox } = createNoticeStore(table, () => clock.nowMs);
  const itemId = "operation#race";
  await runTo(operations, "race", outcomeOf("failed", "unexpected"));
  const [before] = await outbox.pending(itemId);
  // In the same millisecond, so no time tells both apart.
  await retry(operations, "race");
  const length = before?.length ?? 0;
  await outbox.settle({ itemId, length, published: length, queued: length });
  const { entries } = await outbox.due.page(100);
  expect(entries.map(({ id }) => id)).toContain(itemId);
  expect(await outbox.pending(itemId)).toMatchObject([
    { notices: [{ id: "race_3", reason: "unexpected" }] },
  ]);
});

test("a delivery is due with the first of its subscribers, and one round takes it for half an hour", async () => {
  const { table, clock, item } = store();
  const { outbox } = createNoticeStore(table, () => clock.nowMs);
  const id = `${deliveryPrefix}1`;
  const waiting = [5, 3].map((minutes) => ({
    name: `after ${minutes}`,
    left: [0],
    attempts: 1,
    dueAtMs: startMs + minutes * minuteMs,
  }));
  await outbox.putDelivery({ id, messages: "[]", waiting });
  const take = (minutes: number) => {
    clock.nowMs = startMs + minutes * minuteMs;
    return outbox.takeDelivery(id);
  };
  expect(await take(2.9)).toBeUndefined();
  expect(await take(3)).toMatchObject({ id, waiting });
  expect(await take(32.9)).toBeUndefined();
  expect(await take(33)).toMatchObject({ id });
  const { expiresAtSeconds } = (await item(id))!;
  const firstDueMs = startMs + 3 * minuteMs;
  expect(expiresAtSeconds).toBe((firstDueMs + 90 * dayMs) / 1000);
  await outbox.putDelivery({ id, messages: "[]", waiting: [] });
  expect(await item(id)).toBeUndefined();
});

const lagging = useLaggingStore(() => 1);

test("the item of an operation says whether it is open with a reason, because the index may be late", async () => {
  const { operations, table, clock } = lagging();
  const { outbox } = createNoticeStore(table, () => clock.nowMs);
  await runTo(operations, "late", outcomeOf("failed", "unexpected"));
  clock.nowMs += maxLagMs;
  expect(await outbox.isAnyOpen("unexpected")).toBe(true);
  expect(await outbox.isAnyOpen("login-refused")).toBe(false);
  await retry(operations, "late");
  expect(await outbox.isAnyOpen("unexpected")).toBe(false);
});
