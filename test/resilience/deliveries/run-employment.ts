import { expect } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { createPersonStep } from "../../../shared/store/step-names.ts";
import type { InProcess } from "../../environments/in-process.ts";
import { createEmploymentData, typeOf } from "./employment-data.ts";
import {
  type Arrived,
  type EmploymentEvent,
  endOf,
} from "./employment-model.ts";
import type { Arrival, EmploymentSequence } from "./employment-sequence.ts";
import { expectNotifiedOnce } from "./expect-notified.ts";

/** The reasons for which an operation may ask for attention at the end. */
const leftToPeople: Record<string, readonly string[]> = {
  "employee.hired": ["rehire-unclear"],
  "employee.adopted": [
    "person-missing",
    "person-differs",
    "employee-has-person",
  ],
  "employee.changed": ["unknown-employee"],
  "employee.suspended": ["unknown-employee"],
  "employee.resumed": ["unknown-employee"],
  "employee.termination_cancelled": ["already-left", "unknown-employee"],
};

const statesOf = {
  enabled: ["active"],
  disabled: ["suspended", "kept"],
  gone: ["left", "expected"],
};

let employees = 0;

/**
 * Sends the events of a sequence in their order of arrival, lets all their dates pass, and expects the end that the
 * model gives. Operators retry every operation then, and the end must stay the same. Each time at which an operation
 * needed attention or failed has one notice.
 *
 * @returns how many such notices there were
 */
export async function runEmployment(
  environment: InProcess,
  sequence: EmploymentSequence,
): Promise<number> {
  const run = createRun(environment, sequence);
  for (const arrival of sequence.arrivals) await run.deliver(arrival);
  await run.passAllDates();
  await run.expectEnd();
  await run.expectNotifiedOnce();
  await run.retryAll();
  await run.expectEnd();
  return run.expectNotifiedOnce();
}

function createRun(
  c: InProcess,
  { events, arrivals, graceDays }: EmploymentSequence,
) {
  const { platform, store, partFailures } = c;
  const employeeId = `E-${++employees}`;
  const beginMs =
    c.nowMs() - Math.max(...events.map(({ atMs }) => atMs)) - 60_000;
  const lastDateMs = beginMs + Math.max(...events.flatMap(datesOf));
  const deletionsBefore = c.deletions();
  const sent = new Map<string, EmploymentEvent>();
  const hasLeaving = events.some(({ kind }) => kind === "leave");
  const afterDeletion = new Set<EmploymentEvent>();

  const { dataOf, usernameOf } = createEmploymentData(
    employeeId,
    beginMs,
    graceDays,
  );
  const people = () =>
    platform
      .people()
      .filter(({ svc }) => svc.username.startsWith(usernameOf("")));

  /** Passes this time. The scheduler runs whenever an operation is due, and three times at the end. */
  async function pass(durationMs: number): Promise<void> {
    const endMs = c.nowMs() + durationMs;
    for (;;) {
      await c.runUntilIdle();
      const dueMs = await findNextDue();
      if (dueMs >= endMs) break;
      await runSchedulerAt(dueMs);
    }
    for (const minutes of [0, 2, 4])
      await runSchedulerAt(endMs + minutes * 60_000);
    expect(people().length).toBeLessThanOrEqual(1);
  }

  async function runSchedulerAt(atMs: number): Promise<void> {
    c.advanceTime(Math.max(0, atMs - c.nowMs()));
    await c.dispatchDue();
    await c.runUntilIdle();
  }

  async function findNextDue(): Promise<number> {
    const due = (await operations()).flatMap(({ status, dueAtMs = 0 }) =>
      status === "waiting" || status === "accepted"
        ? [Math.max(dueAtMs, c.nowMs() + 60_000)]
        : [],
    );
    return Math.min(...due, Number.POSITIVE_INFINITY);
  }

  function killAt({ checkpoint, isStored }: NonNullable<Arrival["kill"]>) {
    let left = checkpoint;
    partFailures.kill = () => {
      left -= 1;
      if (left > 0) return undefined;
      partFailures.kill = undefined;
      return isStored ? "after" : "before";
    };
  }

  async function operations(): Promise<Operation[]> {
    return Promise.all([...sent.keys()].map(c.find));
  }

  function arrivedAt(
    all: readonly Operation[],
    personID: string | undefined,
  ): Arrived {
    const eventsOf = (are: (one: Operation) => boolean) => [
      ...new Set(all.filter(are).flatMap(({ id }) => sent.get(id) ?? [])),
    ];
    const succeeded = new Set(eventsOf(({ status }) => status === "succeeded"));
    return {
      late: new Set(
        events.filter(
          (one) => one.kind === "cancel leaving" && !succeeded.has(one),
        ),
      ),
      afterDeletion,
      creators: eventsOf(
        ({ steps, result }) =>
          createPersonStep in steps && result?.personID === personID,
      ),
      changes: eventsOf(
        (one) => one.type === "employee.changed" && cameTo(personID, one, all),
      ),
    };
  }

  /**
   * Whether a change came to the person who exists: by itself, or by the hire that it amended, or by one that replaced
   * that hire. Without a leaving, every change must, except one whose data was erased before a hire arrived.
   */
  function cameTo(
    personID: string | undefined,
    change: Operation,
    all: readonly Operation[],
  ): boolean {
    if (!hasLeaving)
      return change.reason !== "data-erased" || !mayBeErased(change);
    if (change.status !== "succeeded") return false;
    let { sameAs, result } = change;
    while (sameAs !== undefined && result?.personID === undefined)
      ({ sameAs, result } = all.find(({ id }) => id === sameAs) ?? {});
    return result?.personID === personID;
  }

  /** Whether a month passed between a change and the first hire. */
  function mayBeErased({ id }: Operation): boolean {
    const from = arrivals.findIndex(({ event }) => event === sent.get(id));
    const to = arrivals.findIndex(({ event }) => event.kind === "hire");
    return arrivals.slice(from, to).some(({ after }) => after === "a month");
  }

  function isFine(one: Operation): boolean {
    const { type, status, reason } = one;
    return (
      ["succeeded", "cancelled"].includes(status) ||
      (status === "needs_attention" &&
        reason !== undefined &&
        leftToPeople[type]?.includes(reason)) ||
      // A retry when the data of the event was erased.
      (status === "failed" &&
        reason === "data-erased" &&
        (hasLeaving || type !== "employee.changed" || mayBeErased(one)))
    );
  }

  return {
    async deliver({ event, delivery, after, kill }: Arrival): Promise<void> {
      if (kill) killAt(kill);
      const isFirst = ![...sent.values()].includes(event);
      if (isFirst && c.deletions() > deletionsBefore) afterDeletion.add(event);
      const answer = await c.send(typeOf[event.kind], dataOf(event), {
        atMs: beginMs + event.atMs,
        delivery: `${event.atMs} ${delivery}`,
      });
      expect([event.kind, answer.status]).toEqual([event.kind, 202]);
      sent.set((await c.operation(answer)).id, event);
      if (after === "all operations settle") await c.runUntilIdle();
      if (after === "a minute") await pass(60_000);
      if (after === "a month") await pass(30 * dayMs);
    },

    async passAllDates(): Promise<void> {
      partFailures.kill = undefined;
      await c.runUntilIdle();
      const graceMs = (graceDays + 1) * dayMs;
      await pass(Math.max(0, lastDateMs - c.nowMs()) + dayMs);
      await pass(graceMs);
      await pass(graceMs);
    },

    async retryAll(): Promise<void> {
      for (const { id } of (await operations()).toReversed()) {
        await c.operate("POST", `/${id}/retry`);
        // The notice of the retry is delivered while the operation runs.
        await c.notices.startDue();
      }
      await pass(dayMs);
      await pass((graceDays + 1) * dayMs);
    },

    async expectNotifiedOnce(): Promise<number> {
      // Longer than notices are gathered.
      await pass(20 * 60_000);
      return expectNotifiedOnce(c, await operations());
    },

    async expectEnd(): Promise<void> {
      const all = await operations();
      const [found, ...others] = people();
      const end = endOf(events, arrivedAt(all, found?.id));
      const employee = await store.employees.get(employeeId);
      const person = !found
        ? "gone"
        : found.svc.enabled
          ? "enabled"
          : "disabled";
      const title = found?.svc.profile?.find(
        ({ svc_label }) => svc_label === "Title",
      )?.value;
      const email = found?.emails?.[0]?.value;
      const outcomes = all.map(described);
      expect({
        unfinished: all.filter((one) => !isFine(one)).map(described),
        others: others.length,
        isDeletedWithoutCause:
          c.deletions() - deletionsBefore > end.maxDeletions,
        person,
        state: employee?.state,
        personID: employee?.personID,
        username: employee?.username,
        title,
        name: found?.svc.username,
        email,
        outcomes,
      }).toEqual({
        unfinished: [],
        others: 0,
        isDeletedWithoutCause: false,
        person: expect.toBeOneOf([...end.person]),
        state: expect.toBeOneOf(statesOf[person]),
        personID: found?.id,
        username: found?.svc.username,
        title: found && expect.toBeOneOf([...end.fields.title]),
        name: found && expect.toBeOneOf(end.fields.username.map(usernameOf)),
        email: found && `${found.svc.username}@example.com`,
        outcomes,
      });
    },
  };

  function described({ id, type, status, reason }: Operation): string {
    return `${sent.get(id)?.atMs} ${type} ${status} ${reason ?? ""}`.trim();
  }
}

function datesOf(event: EmploymentEvent): number[] {
  return Object.values(event).filter((value) => typeof value === "number");
}
