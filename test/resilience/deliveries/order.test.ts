import fc from "fast-check";
import { expect, test } from "vitest";
import type { Operation } from "../../../shared/store/operation.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { dayMs, hireOf } from "../../fixtures/hire.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import {
  latest,
  permutedStories,
  stories,
  type Story,
  type Told,
} from "./story.ts";

const environment = useInProcess();

/** What order cannot mend is left to people: for these reasons, and no others. */
const leftToPeople: Record<string, readonly string[]> = {
  "employee.hired": ["username-or-email-taken"],
  "employee.adopted": [
    "person-missing",
    "person-differs",
    "employee-has-person",
    "terminated-since",
  ],
  "employee.terminated": ["person-unknown"],
};

/** `RUNS=2000` for a long look, and `SEED=1` for the same one again. A failure prints its seed. */
const numRuns = Number(process.env["RUNS"] ?? effort(1, 25));
const seed = Number(process.env["SEED"] ?? effort(2_026, Date.now() % 2 ** 31));

let employees = 0;

test(
  "events in any order, with repetitions and pauses, come to the same end as in their own order",
  async ({ task }) => {
    await fc.assert(fc.asyncProperty(stories, sendAndWait), { numRuns, seed });
    recordFigure(task, {
      area: "Deliveries",
      what: `lives of up to five events, in any order, seed ${seed}`,
      figure: `${numRuns} of ${numRuns} end as if told in order`,
    });
  },
  30_000 + numRuns * 10_000,
);

test("every order of hire, adoption, termination and rehire comes to the same end as their own order", async ({
  task,
}) => {
  const wrong: string[] = [];
  const all = effort(permutedStories.slice(0, 1), permutedStories);
  for (const story of all)
    await sendAndWait(story).catch((error: unknown) => {
      wrong.push(`${JSON.stringify(story.arrivals)}: ${String(error)}`);
    });
  recordFigure(task, {
    area: "Deliveries",
    what: "orders of hire, adopt, leave and rehire x pauses, all twice",
    figure: `${all.length - wrong.length} of ${all.length} end as if told in order`,
  });
  expect(wrong).toEqual([]);
});

async function sendAndWait(story: Story): Promise<void> {
  const teller = await createTeller(story);
  for (const arrival of story.arrivals) await teller.arrive(arrival);
  await teller.settle();
  for (let month = 0; month < 2; month++) await teller.passMonth();
  await teller.expectEnd();
  // Operators try everything again that asked for them; that must not change what is true.
  for (let round = 0; round < 2; round++) await teller.retryAll();
  await teller.expectEnd();
}

async function createTeller(story: Story) {
  const { platform, store, ...c } = environment();
  const employeeId = `E-${++employees}`;
  const startMs = c.nowMs() - 60_000;
  const isPlanted = story.told[0]?.kind === "adopt";
  const before = `${employeeId}-before`.toLowerCase();
  const planted = isPlanted ? await c.addPerson(before) : undefined;
  const ids = new Set<string>();
  const heard: Told[] = [];
  /** Who is to stay, as of the last rest. */
  let stays: { personID: string; at: number } | undefined;

  const nameOf = ({ at }: Told) =>
    isPlanted && story.isSameName
      ? before
      : `${employeeId}-${Math.floor(at)}`.toLowerCase();

  function dataOf(told: Told): unknown {
    const username = nameOf(told);
    const email = `${username}@example.com`;
    switch (told.kind) {
      case "hire":
        return hireOf(employeeId, { username, email });
      case "adopt": {
        const name = isPlanted ? before : `${employeeId}-0`.toLowerCase();
        return { employeeId, username: name, email: `${name}@example.com` };
      }
      case "leave":
        return { employeeId, graceDays: story.graceDays };
    }
  }

  /** Everybody on the platform who is, or was to be, this employee; but for who was there before, as long as nobody knows. */
  async function people() {
    const isTheirs = await store.persons.find(planted ?? "nobody");
    return platform
      .people()
      .filter(({ id, svc }) =>
        id === planted
          ? isTheirs === employeeId
          : svc.username.startsWith(`${employeeId.toLowerCase()}-`),
      );
  }

  async function operations(): Promise<Operation[]> {
    return Promise.all([...ids].map(c.find));
  }

  /** Of stories without an account that was there before, each moment of rest is the end of the story so far. */
  async function expectSoFar(): Promise<void> {
    const found = await people();
    expect(found.length).toBeLessThanOrEqual(1);
    const [person] = found;
    const last = latest(heard);
    if (isPlanted || !last) return;
    if (last.kind === "hire") {
      const employee = await store.employees.get(employeeId);
      expect(employee?.state).toBe("active");
      expect(person?.id).toBe(employee?.personID);
      expect(person?.svc).toMatchObject({ enabled: true, visible: true });
      const hasLeft = heard.some(
        ({ kind, at }) => kind === "leave" && at > (stays?.at ?? 0),
      );
      if (stays && !(hasLeft && story.graceDays === 0))
        expect(person?.id).toBe(stays.personID);
    } else {
      expect(person?.svc.enabled ?? false).toBe(false);
    }
    stays = person && { personID: person.id, at: last.at };
  }

  async function settle(): Promise<void> {
    await c.settle();
    await expectSoFar();
  }

  async function passMonth(): Promise<void> {
    await settle();
    c.advanceTime(30 * dayMs);
    if (latest(heard)?.kind === "leave") stays = undefined;
    // An adoption leaves the start of a termination to the next round but one.
    for (let round = 0; round < 3; round++) {
      c.advanceTime(3 * 60_000);
      await c.dispatchDue();
      await c.settle();
    }
    await expectSoFar();
  }

  return {
    settle,
    passMonth,

    async arrive({ told, delivery, after }: Story["arrivals"][number]) {
      const type = {
        hire: "employee.hired",
        adopt: "employee.adopted",
        leave: "employee.terminated",
      }[told.kind];
      const answer = await c.send(type, dataOf(told), {
        atMs: startMs + told.at * 1000,
        delivery: `${told.at} ${delivery}`,
      });
      expect(answer.status).toBe(202);
      ids.add((await c.operation(answer)).id);
      heard.push(told);
      if (after === "all comes to rest") await settle();
      if (after === "a month") await passMonth();
      if (after === "a minute") {
        await settle();
        c.advanceTime(60_000);
        await c.dispatchDue();
        await settle();
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
        // What was tried again after they had left, and all that it brought was erased.
        (status === "failed" && reason === "data-erased");
      expect(
        all
          .filter((one) => !isFine(one))
          .map(({ type, status, reason }) => `${type} ${status} ${reason}`),
      ).toEqual([]);
      const found = await people();
      const employee = await store.employees.get(employeeId);
      const last = latest(story.told);
      if (last?.kind === "leave") {
        expect(employee?.state).toBe("left");
        expect(found).toEqual([]);
      } else if (last) {
        expect(found).toMatchObject([
          { id: employee?.personID, svc: { enabled: true, visible: true } },
        ]);
        expect(employee?.state).toBe("active");
      }
      // Whoever was there before and is still there, unknown, has an adoption that asks for somebody.
      const isForgotten =
        platform.people().some(({ id }) => id === planted) &&
        !found.some(({ id }) => id === planted);
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
