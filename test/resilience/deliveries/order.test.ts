import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import {
  latest,
  permutedSequences,
  sequences,
  type EventSequence,
  type SequenceEvent,
} from "./event-sequence.ts";

const environment = useInProcess();

/** The reasons for which an operation may ask for attention at the end. */
const leftToPeople: Record<string, readonly string[]> = {
  "employee.hired": ["username-or-email-taken"],
  "employee.adopted": [
    "person-missing",
    "person-differs",
    "employee-has-person",
  ],
};

/** `RUNS=2000` runs longer, and `SEED=1` repeats a run. A failure prints its seed. */
const numRuns = Number(process.env["RUNS"] ?? effort(1, 25));
const seed = Number(process.env["SEED"] ?? effort(2_026, Date.now() % 2 ** 31));

let employees = 0;

test(
  "events in any order, with repetitions and pauses, come to the same end as in their own order",
  async ({ task }) => {
    await fc.assert(fc.asyncProperty(sequences, runSequence), {
      numRuns,
      seed,
    });
    recordFigure(task, {
      area: "Deliveries",
      what: `up to five events in any order, seed ${seed}`,
      figure: `${numRuns} of ${numRuns} end as in their own order`,
    });
  },
  30_000 + numRuns * 10_000,
);

test("every order of hire, adoption, termination and rehire comes to the same end as their own order", async ({
  task,
}) => {
  const wrong: string[] = [];
  const all = effort(permutedSequences.slice(0, 1), permutedSequences);
  for (const sequence of all)
    await runSequence(sequence).catch((error: unknown) => {
      wrong.push(`${JSON.stringify(sequence.arrivals)}: ${String(error)}`);
    });
  recordFigure(task, {
    area: "Deliveries",
    what: "orders of hire, adoption, termination and rehire x pauses, all twice",
    figure: `${all.length - wrong.length} of ${all.length} end as in their own order`,
  });
  expect(wrong).toEqual([]);
});

async function runSequence(sequence: EventSequence): Promise<void> {
  const sender = await createSender(sequence);
  for (const arrival of sequence.arrivals) await sender.deliver(arrival);
  await sender.runUntilIdle();
  for (let month = 0; month < 2; month++) await sender.passMonth();
  await sender.expectEnd();
  // Operators retry every operation that asks for attention. The end must stay the same.
  for (let round = 0; round < 2; round++) await sender.retryAll();
  await sender.expectEnd();
}

async function createSender(sequence: EventSequence) {
  const { platform, store, ...c } = environment();
  const employeeId = `E-${++employees}`;
  const startMs = c.nowMs() - 60_000;
  const hasExistingPerson = sequence.events[0]?.kind === "adopt";
  const before = `${employeeId}-before`.toLowerCase();
  const existingID = hasExistingPerson ? await c.addPerson(before) : undefined;
  const ids = new Set<string>();
  const delivered: SequenceEvent[] = [];
  /** The person who must stay, as of the last time at which all operations were settled. */
  let active: { personID: string; at: number } | undefined;

  const nameOf = ({ at }: SequenceEvent) =>
    hasExistingPerson && sequence.isSameName
      ? before
      : `${employeeId}-${Math.floor(at)}`.toLowerCase();

  function dataOf(event: SequenceEvent): unknown {
    const username = nameOf(event);
    const email = `${username}@example.com`;
    switch (event.kind) {
      case "hire":
        return hireOf(employeeId, { username, email });
      case "adopt": {
        const name = hasExistingPerson
          ? before
          : `${employeeId}-0`.toLowerCase();
        return { employeeId, username: name, email: `${name}@example.com` };
      }
      case "leave":
        return { employeeId, graceDays: sequence.graceDays };
    }
  }

  /**
   * Every person who belongs to this employee. The person who existed before belongs to it only after the adoption.
   */
  async function people() {
    const isTheirs = await store.persons.find(existingID ?? "nobody");
    return platform
      .people()
      .filter(({ id, svc }) =>
        id === existingID
          ? isTheirs === employeeId
          : svc.username.startsWith(`${employeeId.toLowerCase()}-`),
      );
  }

  async function operations(): Promise<Operation[]> {
    return Promise.all([...ids].map(c.find));
  }

  /** Expects the end that the delivered events lead to. Applies only without a person who existed before. */
  async function expectSoFar(): Promise<void> {
    const found = await people();
    expect(found.length).toBeLessThanOrEqual(1);
    const [person] = found;
    const last = latest(delivered);
    if (hasExistingPerson || !last) return;
    if (last.kind === "hire") {
      const employee = await store.employees.get(employeeId);
      expect(employee?.state).toBe("active");
      expect(person?.id).toBe(employee?.personID);
      expect(person?.svc).toMatchObject({ enabled: true, visible: true });
      const hasLeft = delivered.some(
        ({ kind, at }) => kind === "leave" && at > (active?.at ?? 0),
      );
      if (active && !(hasLeft && sequence.graceDays === 0))
        expect(person?.id).toBe(active.personID);
    } else {
      expect(person?.svc.enabled ?? false).toBe(false);
    }
    active = person && { personID: person.id, at: last.at };
  }

  async function runUntilIdle(): Promise<void> {
    await c.runUntilIdle();
    await expectSoFar();
  }

  /** The scheduler starts a termination two rounds after the adoption. */
  async function passMinutes(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      c.advanceTime(3 * 60_000);
      await c.dispatchDue();
      await c.runUntilIdle();
    }
  }

  async function passMonth(): Promise<void> {
    await runUntilIdle();
    await passMinutes();
    c.advanceTime(30 * dayMs);
    if (latest(delivered)?.kind === "leave") active = undefined;
    await passMinutes();
    await expectSoFar();
  }

  return {
    runUntilIdle,
    passMonth,

    async deliver({
      event,
      delivery,
      after,
    }: EventSequence["arrivals"][number]) {
      const type = {
        hire: "employee.hired",
        adopt: "employee.adopted",
        leave: "employee.terminated",
      }[event.kind];
      const answer = await c.send(type, dataOf(event), {
        atMs: startMs + event.at * 1000,
        delivery: `${event.at} ${delivery}`,
      });
      expect(answer.status).toBe(202);
      ids.add((await c.operation(answer)).id);
      delivered.push(event);
      if (after === "all operations settle") await runUntilIdle();
      if (after === "a month") await passMonth();
      if (after === "a minute") {
        await runUntilIdle();
        c.advanceTime(60_000);
        await c.dispatchDue();
        await runUntilIdle();
      }
    },

    async retryAll(): Promise<void> {
      for (const { id } of (await operations()).toReversed()) {
        await c.operate("POST", `/${id}/retry`);
      }
      await passMonth();
    },

    async expectEnd(): Promise<void> {
      const all = await operations();
      const isFine = ({ type, status, reason }: Operation) =>
        ["succeeded", "cancelled"].includes(status) ||
        (status === "needs_attention" &&
          reason !== undefined &&
          leftToPeople[type]?.includes(reason)) ||
        // A retry after the termination, when the data of the event was erased.
        (status === "failed" && reason === "data-erased");
      expect(
        all
          .filter((one) => !isFine(one))
          .map(({ type, status, reason }) => `${type} ${status} ${reason}`),
      ).toEqual([]);
      const found = await people();
      const employee = await store.employees.get(employeeId);
      const last = latest(sequence.events);
      if (last?.kind === "leave") {
        expect(employee?.state).toBe("left");
        expect(found).toEqual([]);
      } else if (last) {
        expect(found).toMatchObject([
          { id: employee?.personID, svc: { enabled: true, visible: true } },
        ]);
        expect(employee?.state).toBe("active");
      }
      // If the person who existed before still exists and is not adopted, an adoption asks for attention.
      const isForgotten =
        platform.people().some(({ id }) => id === existingID) &&
        !found.some(({ id }) => id === existingID);
      if (isForgotten)
        expect(
          all.some(
            ({ type, status }) =>
              type === "employee.adopted" &&
              ["needs_attention", "failed"].includes(status),
          ),
        ).toBe(true);
    },
  };
}
