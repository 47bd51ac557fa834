import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import {
  type IntakeResult,
  type ReceivedEvent,
  createIntake,
} from "../../../shared/webhook/intake.ts";
import { operationIdOf } from "../../../shared/webhook/delivery.ts";
import type { Scope } from "../../../shared/webhook/caller-entry.ts";
import { rows } from "../../fixtures/rows.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { type StoreForTest, useLaggingStore } from "../store/store-for-test.ts";
import { hired, kindsForTest, statusOf } from "./event-for-test.ts";

const nowMs = Date.UTC(2026, 0, 5);
const emptyStore = useLaggingStore(() => 0);
let store: StoreForTest;
/** Started executions, in order. */
let starts: string[];
let recorded: ReturnType<typeof recordLog>;

beforeEach(() => {
  store = emptyStore();
  store.clock.nowMs = nowMs;
  starts = [];
  recorded = recordLog();
});

function submit(
  events: ReceivedEvent[],
  zone = "UTC",
): Promise<IntakeResult[]> {
  const intake = createIntake(kindsForTest, {
    store,
    startWorkflow: async ({ id }) => void starts.push(id),
    zone,
    nowMs: () => nowMs,
    log: recorded.log,
  });
  return Promise.all(events.map(intake));
}

const received = (
  document: unknown,
  deliveryId = "d1",
  changes: Partial<ReceivedEvent> = {},
): ReceivedEvent => ({
  caller: { name: "hr", scopes: ["onboard", "status:any"] },
  deliveryId,
  fingerprint: `f-${deliveryId}`,
  document,
  ...changes,
});

const idOf = (deliveryId: string) => operationIdOf("hr", deliveryId);

/** Submits one event, which must be accepted. */
async function submitOne(
  one: ReceivedEvent,
  zone?: string,
): Promise<Operation> {
  const [admitted] = await submit([one], zone);
  if (admitted?.outcome === "accepted") return admitted.operation;
  throw new Error(`it was ${admitted?.outcome}`);
}

test.each(rows<[Scope[], object]>`
  ${["onboard"]} | ${{ mayOffboard: false, mayUpdate: false }}
  ${["onboard", "offboard"]} | ${{ mayOffboard: true, mayUpdate: false }}
  ${["onboard", "update"]} | ${{ mayOffboard: false, mayUpdate: true }}
`)("an operation keeps its caller's rights at intake: %j", async (...row) => {
  const [scopes, rights] = row;
  const caller = { name: "hr", scopes };
  const one = received(hired("E-1"), "d1", { caller });
  expect(await submitOne(one)).toMatchObject(rights);
});

test.each([undefined, { disable: "suspend" } as const])(
  "an operation says that an identity provider sent its event, if the caller has `scim`: %j",
  async (scim) => {
    const caller = { name: "hr", scopes: ["onboard" as const], scim };
    const { byProvider } = await submitOne(
      received(hired("E-1"), "d1", { caller }),
    );
    expect(byProvider).toBe(scim && true);
  },
);

describe("an event for a later time", () => {
  test.each([
    ["UTC", "2026-01-06", "2026-01-06T00:00:00.000Z"],
    ["Europe/Oslo", "2026-01-06", "2026-01-05T23:00:00.000Z"],
    ["America/New_York", "2026-01-06", "2026-01-06T05:00:00.000Z"],
    ["Europe/Oslo", "2026-01-06T09:00:00+02:00", "2026-01-06T07:00:00.000Z"],
  ])(
    "counts from its date in the zone of the deployment, and starts at once: %s, %s, %s",
    async (...given) => {
      const [zone, startDate, instant] = given;
      const operation = await submitOne(
        received(hired("E-1", { startDate })),
        zone,
      );
      expect(operation).toMatchObject({
        status: "accepted",
        effectiveAtMs: Date.parse(instant),
      });
      expect(starts).toEqual([operation.id]);
    },
  );

  test("keeps its data for fourteen days after its date, or after the end of its status", async () => {
    await store.identities.link("slack", "T1:U1", "E-1");
    const until = Date.UTC(2027, 0, 1);
    await submitOne(received(hired("E-1", { startDate: "2026-12-01" }), "d1"));
    await submitOne(received(statusOf("T1:U1", { untilMs: until }), "d2"));
    const endOf = async (deliveryId: string) =>
      (await store.operations.get(idOf(deliveryId)))?.payloadUntilMs;
    expect(await endOf("d1")).toBe(Date.UTC(2026, 11, 1) + 14 * dayMs);
    expect(await endOf("d2")).toBe(until + 14 * dayMs);
  });
});

test("an identity of another system is not looked up for a caller without the scope", async () => {
  await store.identities.link("slack", "T1:U1", "E-7");
  const caller = { name: "hr", scopes: ["onboard" as const] };
  for (const id of ["T1:U1", "T1:U-none"])
    expect(await submit([received(statusOf(id), "d1", { caller })])).toEqual([
      { outcome: "forbidden" },
    ]);
  expect(recorded.lines).toContainEqual({
    level: "warn",
    message: "forbidden",
    fields: { caller: "hr", type: "status.set" },
  });
});
