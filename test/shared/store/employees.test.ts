import { describe, expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import type { Employee, Opening } from "../../../shared/store/employee.ts";
import type { Employees } from "../../../shared/store/employees.ts";
import { startMs, useStore } from "./store-for-test.ts";
import { effort } from "../../resilience/effort.ts";

const store = useStore();

const opening = (
  operationId: string,
  changes: Partial<Opening> = {},
): Opening => ({
  operationId,
  hiredAtMs: startMs,
  passwordSalt: "1.salt",
  username: "zoe",
  ...changes,
});
const person = {
  personID: "1001",
  refs: { self: "https://community.example.com/people/1001" },
  username: "zoe",
  emailHash: "1.hash",
};

/** The operation of a hire of a known employee. */
function hiring(
  employeeId: string,
  id: string,
  eventAtMs: number,
  effectiveAtMs?: number,
) {
  return { id, employeeId, eventAtMs, effectiveAtMs };
}

async function known(employees: Employees, id: string): Promise<Employee> {
  const employee = await employees.get(id);
  if (employee) return employee;
  throw new Error(`there is no employee ${id}`);
}

/**
 * Creates an employee in a state: hired by `op_hire` at the start and, for a leaver, terminated by `op_leave` a day
 * later.
 */
async function bring(
  id: string,
  state: Employee["state"] | "terminated",
): Promise<Employee> {
  const { employees, leases } = store();
  await employees.open(id, opening("op_hire"));
  if (state === "onboarding") return known(employees, id);
  await employees.recordPerson(id, "op_hire", person);
  await employees.endOnboarding(id, "op_hire");
  if (state === "active") return known(employees, id);
  const active = await known(employees, id);
  await employees.terminate(
    id,
    "op_leave",
    { terminatedAtMs: startMs + dayMs },
    active,
  );
  if (state === "leaving")
    await leases.hold(
      id,
      "op_leave",
      { where: { terminatedBy: "op_leave" }, set: { state } },
      async () => undefined,
    );
  if (state === "deleting" || state === "left")
    await employees.beginDeletion(id, "op_leave", startMs + dayMs);
  if (state === "left") await employees.close(id, "op_leave");
  return known(employees, id);
}

/** Expects a write to be refused, and to change nothing. */
async function expectRefused(
  id: string,
  write: () => Promise<boolean | Employee | undefined>,
): Promise<void> {
  const { item } = store();
  const before = await item(`employee#${id}`);
  expect(await write()).toBeOneOf([false, undefined]);
  expect(await item(`employee#${id}`)).toEqual(before);
}

test("opening an employee creates the first generation for its operation", async () => {
  const { employees } = store();
  expect(await employees.get("E-1")).toBeUndefined();
  const opened = await employees.open("E-1", opening("op_a"));
  expect(opened).toEqual({
    generation: 1,
    state: "onboarding",
    openedAtMs: startMs,
    ...opening("op_a"),
  });
  expect(await employees.get("E-1")).toEqual(opened);
});

test("of fifty operations that open one employee, exactly one succeeds", async () => {
  const { employees } = store();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      employees.open("E-race", opening(`op_${index}`)),
    ),
  );
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  const winner = outcomes.findIndex(Boolean);
  expect(await employees.get("E-race")).toMatchObject({
    operationId: `op_${winner}`,
  });
});

describe("taking over", () => {
  test("taking over gives the onboarding to another operation and keeps the opening operation and the salt", async () => {
    const { employees } = store();
    await employees.open("E-2", opening("op_a"));
    const before = await known(employees, "E-2");
    expect(await employees.takeOver("E-2", before, "op_b")).toBe(true);
    expect(await employees.get("E-2")).toMatchObject({
      ...opening("op_b"),
    });
  });

  test("one of fifty operations takes over from the same operation", async () => {
    const { employees } = store();
    await employees.open("E-3", opening("op_a"));
    const before = await known(employees, "E-3");
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        employees.takeOver("E-3", before, `op_${index}`),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await employees.get("E-3")).toMatchObject({
      operationId: `op_${outcomes.indexOf(true)}`,
    });
  });

  test("a finished onboarding, or one without an employee, cannot be taken over", async () => {
    const { employees } = store();
    const someone = await bring("E-some", "onboarding");
    await expectRefused("E-none", () =>
      employees.takeOver("E-none", someone, "op_b"),
    );
    for (const state of ["active", "leaving", "deleting", "left"] as const) {
      const id = `E-over-${state}`;
      const before = await bring(id, state);
      await expectRefused(id, () => employees.takeOver(id, before, "op_b"));
    }
  });
});

test("an active employee is taken over as long as the salt exists, and a person is not recorded for a leaver", async () => {
  const { employees } = store();
  await employees.open("E-4", opening("op_a"));
  await employees.recordPerson("E-4", "op_a", person);
  const unseeded = await known(employees, "E-4");
  expect(await employees.takeOver("E-4", unseeded, "op_b")).toBe(true);
  await employees.endOnboarding("E-4", "op_b");
  const done = { ...unseeded, operationId: "op_b" };
  await expectRefused("E-4", () => employees.takeOver("E-4", done, "op_c"));
  await bring("E-4-leaving", "leaving");
  await expectRefused("E-4-leaving", () =>
    employees.recordPerson("E-4-leaving", "op_hire", person),
  );
});

describe("recording and activating", () => {
  test("an employee whose person is recorded is active, and activation removes the salt of the password", async () => {
    const { employees } = store();
    await employees.open("E-5", opening("op_a"));
    const recorded = await employees.recordPerson("E-5", "op_a", person);
    expect(await employees.get("E-5")).toEqual(recorded);
    expect(await employees.get("E-5")).toMatchObject({
      state: "active",
      passwordSalt: "1.salt",
      ...person,
    });
    const active = await employees.endOnboarding("E-5", "op_a");
    expect(active).toEqual(await employees.get("E-5"));
    expect(active).toMatchObject({ state: "active", ...person });
    expect(active).not.toHaveProperty("passwordSalt");
  });

  test("recording and activating can be repeated", async () => {
    const { employees } = store();
    await employees.open("E-6", opening("op_a"));
    for (let i = 0; i < 2; i++) {
      expect(await employees.recordPerson("E-6", "op_a", person)).toMatchObject(
        { state: "active" },
      );
      expect(await employees.endOnboarding("E-6", "op_a")).toBeDefined();
    }
  });

  test("an operation that lost the employee writes nothing", async () => {
    const { employees } = store();
    await employees.open("E-7", opening("op_a"));
    await employees.takeOver("E-7", await known(employees, "E-7"), "op_b");
    for (const write of [
      () => employees.recordPerson("E-7", "op_a", person),
      () => employees.endOnboarding("E-7", "op_a"),
      () => employees.noteNotCreated("E-7", "op_a"),
      () => employees.notePossiblyCreated("E-7", "op_a", "zoe2"),
    ])
      await expectRefused("E-7", write);
  });

  test("an employee who is being deleted or has left is not activated", async () => {
    const { employees } = store();
    for (const state of ["deleting", "left"] as const) {
      await bring(`E-act-${state}`, state);
      await expectRefused(`E-act-${state}`, () =>
        employees.endOnboarding(`E-act-${state}`, "op_hire"),
      );
    }
  });

  test("the record says whether a person can exist: surely not, possibly under a name, surely", async () => {
    const { employees } = store();
    await employees.open("E-8", opening("op_a"));
    expect(await employees.noteNotCreated("E-8", "op_a")).toBe(true);
    expect(await employees.get("E-8")).toMatchObject({ isNotCreated: true });
    expect(await employees.notePossiblyCreated("E-8", "op_a", "zoe2")).toBe(
      true,
    );
    const possible = await employees.get("E-8");
    expect(possible).toMatchObject({ username: "zoe2" });
    expect(possible).not.toHaveProperty("isNotCreated");
    await employees.noteNotCreated("E-8", "op_a");
    await employees.recordPerson("E-8", "op_a", person);
    expect(await employees.get("E-8")).not.toHaveProperty("isNotCreated");
  });

  test("identities are recorded one after another, in the generation that was read", async () => {
    const { employees } = store();
    const slack = { kind: "slack", id: "T1:U1" };
    const teams = { kind: "teams", id: "29:a" };
    const first = await bring("E-ids", "active");
    expect(await employees.noteIdentities("E-ids", first, [slack])).toBe(true);
    const second = await known(employees, "E-ids");
    expect(await employees.noteIdentities("E-ids", second, [teams])).toBe(true);
    expect((await employees.get("E-ids"))?.identities).toEqual([slack, teams]);
    const past = { ...second, generation: 0 };
    await expectRefused("E-ids", () =>
      employees.noteIdentities("E-ids", past, [slack]),
    );
    for (const state of ["deleting", "left"] as const) {
      const gone = await bring(`E-ids-${state}`, state);
      await expectRefused(`E-ids-${state}`, () =>
        employees.noteIdentities(`E-ids-${state}`, gone, [slack]),
      );
    }
  });
});

describe("a termination", () => {
  test.each(["onboarding", "active", "leaving", "deleting"] as const)(
    "a termination of an employee who is %s is recorded with its time and changes no state",
    async (state) => {
      const { employees } = store();
      const id = `E-term-${state}`;
      const before = await bring(id, state);
      const atMs = startMs + 2 * dayMs;
      const terminated = await employees.terminate(
        id,
        "op_t",
        { terminatedAtMs: atMs },
        before,
      );
      expect(terminated).toEqual({
        ...before,
        terminatedBy: "op_t",
        terminatedAtMs: atMs,
        lastDayAtMs: atMs,
      });
      expect(await employees.get(id)).toEqual(terminated);
    },
  );

  test("a termination is refused if a hire confirmed the employment, or a cancellation came, since the employee was read", async () => {
    const { employees, table } = store();
    const active = await bring("E-early", "active");
    const atMs = startMs + 2 * dayMs;
    for (const since of [
      { hiredAtMs: atMs - 1 },
      { terminationCancelledAtMs: atMs },
    ]) {
      await table.put({ id: "employee#E-early", ...active, ...since });
      await expectRefused("E-early", () =>
        employees.terminate(
          "E-early",
          "op_t",
          { terminatedAtMs: atMs },
          active,
        ),
      );
    }
  });

  test("a termination is refused when another operation took over meanwhile", async () => {
    const { employees } = store();
    const atMs = startMs + 2 * dayMs;
    const before = await bring("E-hands", "onboarding");
    await employees.takeOver("E-hands", before, "op_b");
    await expectRefused("E-hands", () =>
      employees.terminate("E-hands", "op_t", { terminatedAtMs: atMs }, before),
    );
    const active = await bring("E-two", "active");
    await employees.terminate(
      "E-two",
      "op_t",
      { terminatedAtMs: atMs },
      active,
    );
    await expectRefused("E-two", () =>
      employees.terminate(
        "E-two",
        "op_u",
        { terminatedAtMs: atMs + 1 },
        active,
      ),
    );
  });

  test("one of fifty parallel terminations is recorded", async () => {
    const { employees } = store();
    const active = await bring("E-terms", "active");
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        employees.terminate(
          "E-terms",
          `op_${index}`,
          { terminatedAtMs: startMs + 1 },
          active,
        ),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  test("a termination of an unknown employee leaves one tombstone", async () => {
    const { employees } = store();
    expect(
      await employees.createTombstone("E-tomb", "op_t", {
        terminatedAtMs: startMs,
        lastDayAtMs: startMs + dayMs,
      }),
    ).toBe(true);
    expect(await employees.get("E-tomb")).toEqual({
      generation: 0,
      state: "left",
      hiredAtMs: 0,
      terminatedAtMs: startMs,
      lastDayAtMs: startMs + dayMs,
      terminatedBy: "op_t",
    });
    await expectRefused("E-tomb", () =>
      employees.createTombstone("E-tomb", "op_u", {
        terminatedAtMs: startMs + 1,
      }),
    );
    await bring("E-alive", "active");
    await expectRefused("E-alive", () =>
      employees.createTombstone("E-alive", "op_t", {
        terminatedAtMs: startMs + 1,
      }),
    );
  });

  test("a later termination moves a tombstone forward, and an earlier one does not move it", async () => {
    const { employees } = store();
    const left = await bring("E-raise", "left");
    const laterMs = startMs + 3 * dayMs;
    expect(
      await employees.raiseTombstone(
        "E-raise",
        { terminatedAtMs: laterMs },
        left,
      ),
    ).toBe(true);
    expect(await employees.get("E-raise")).toEqual({
      ...left,
      terminatedAtMs: laterMs,
      lastDayAtMs: laterMs,
    });
    for (const atMs of [laterMs, startMs])
      await expectRefused("E-raise", () =>
        employees.raiseTombstone("E-raise", { terminatedAtMs: atMs }, left),
      );
  });

  test("a later termination moves no tombstone after which a hire has opened the next generation", async () => {
    const { employees } = store();
    const left = await bring("E-reopened", "left");
    const again = opening("op_again", { hiredAtMs: startMs + 2 * dayMs });
    const opened = await employees.open("E-reopened", again, left);
    expect(opened).toEqual(await employees.get("E-reopened"));
    await expectRefused("E-reopened", () =>
      employees.raiseTombstone(
        "E-reopened",
        { terminatedAtMs: startMs + 9 * dayMs },
        left,
      ),
    );
  });
});

describe("a hire of an existing employee", () => {
  test("a later hire is recorded, and an older termination has no effect any more", async () => {
    const { employees } = store();
    const terminated = await bring("E-confirm", "terminated");
    const laterMs = startMs + 2 * dayMs;
    expect(
      await employees.confirmEmployment(
        hiring("E-confirm", "op_re", laterMs),
        terminated,
      ),
    ).toBe(true);
    const confirmed = await known(employees, "E-confirm");
    expect(confirmed).toMatchObject({ state: "active", hiredAtMs: laterMs });
    expect(confirmed).not.toHaveProperty("terminatedBy");
    await expectRefused("E-confirm", () =>
      employees.beginDeletion("E-confirm", "op_leave", startMs + dayMs),
    );
    for (const atMs of [laterMs, startMs])
      await expectRefused("E-confirm", () =>
        employees.confirmEmployment(
          hiring("E-confirm", "op_re", atMs),
          confirmed,
        ),
      );
  });

  test("a hire is refused when a termination came meanwhile, or the employee is leaving", async () => {
    const { employees } = store();
    const laterMs = startMs + 2 * dayMs;
    const active = await bring("E-meanwhile", "active");
    await employees.terminate(
      "E-meanwhile",
      "op_t",
      { terminatedAtMs: startMs + 1 },
      active,
    );
    await expectRefused("E-meanwhile", () =>
      employees.confirmEmployment(
        hiring("E-meanwhile", "op_re", laterMs),
        active,
      ),
    );
    for (const state of ["leaving", "deleting", "left"] as const) {
      const there = await bring(`E-confirm-${state}`, state);
      await expectRefused(`E-confirm-${state}`, () =>
        employees.confirmEmployment(
          hiring(`E-confirm-${state}`, "op_re", laterMs),
          there,
        ),
      );
    }
  });
});

describe("a rehire of a leaver", () => {
  const laterMs = startMs + 2 * dayMs;

  test("a rehire gives the leaver to the new operation, and the termination has no effect any more", async () => {
    const { employees } = store();
    const leaving = await bring("E-back", "leaving");
    expect(
      await employees.rehire(hiring("E-back", "op_re", laterMs), leaving),
    ).toBe(true);
    const back = await known(employees, "E-back");
    // Still disabled: they are enabled next.
    expect(back).toMatchObject({
      state: "leaving",
      operationId: "op_re",
      hiredAtMs: laterMs,
      generation: 1,
    });
    expect(back).not.toHaveProperty("terminatedBy");
    for (const write of [
      () => employees.beginDeletion("E-back", "op_leave", startMs + dayMs),
      () => employees.close("E-back", "op_leave"),
      () => employees.cancelTermination("E-back", "op_leave"),
      () => employees.rehire(hiring("E-back", "op_2", laterMs + 1), leaving),
    ])
      await expectRefused("E-back", write);
    expect(await employees.endRehire("E-back", "op_re")).toBe(true);
    expect(await known(employees, "E-back")).toMatchObject({ state: "active" });
  });

  test("a rehire by an older hire, after a failed one, does not set the time back", async () => {
    const { employees } = store();
    const leaving = await bring("E-older", "leaving");
    await employees.rehire(hiring("E-older", "op_late", laterMs), leaving);
    const back = await known(employees, "E-older");
    await employees.rehire(hiring("E-older", "op_early", laterMs - 1), back);
    expect(await employees.get("E-older")).toMatchObject({
      operationId: "op_early",
      hiredAtMs: laterMs,
    });
  });

  test("only a leaver whose deletion has not begun can be rehired", async () => {
    const { employees } = store();
    for (const state of [
      "onboarding",
      "active",
      "terminated",
      "deleting",
      "left",
    ] as const) {
      const id = `E-back-${state}`;
      const there = await bring(id, state);
      await expectRefused(id, () =>
        employees.rehire(hiring(id, "op_re", laterMs), there),
      );
    }
  });

  test("exactly one of a rehire and the beginning of the deletion succeeds in every round", async () => {
    const { employees } = store();
    for (let round = 0; round < effort(10, 50); round++) {
      const id = `E-back-race-${round}`;
      const leaving = await bring(id, "leaving");
      const back = () =>
        employees.rehire(hiring(id, "op_re", laterMs), leaving);
      const deletion = () =>
        employees.beginDeletion(id, "op_leave", startMs + dayMs);
      const contenders = round % 2 === 0 ? [back, deletion] : [deletion, back];
      const outcomes = await Promise.all(contenders.map((one) => one()));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      const { state } = await known(employees, id);
      const isBack = outcomes[round % 2] === true;
      expect(state).toBe(isBack ? "leaving" : "deleting");
    }
  });
});

describe("deleting", () => {
  test("only the termination of the leaver begins the deletion, and it can begin it again", async () => {
    const { employees } = store();
    await bring("E-del", "leaving");
    await expectRefused("E-del", () =>
      employees.beginDeletion("E-del", "op_other", startMs + dayMs),
    );
    for (let i = 0; i < 2; i++)
      expect(
        await employees.beginDeletion("E-del", "op_leave", startMs + dayMs),
      ).toBe(true);
    expect(await employees.get("E-del")).toMatchObject({ state: "deleting" });
  });

  test("the deletion of an employee who has left does not begin", async () => {
    const { employees } = store();
    await bring("E-del-left", "left");
    await expectRefused("E-del-left", () =>
      employees.beginDeletion("E-del-left", "op_leave", startMs + dayMs),
    );
  });

  test("a deletion ends with the tombstone and without personal data", async () => {
    const { employees, item, leases } = store();
    const active = await bring("E-close", "active");
    await employees.noteIdentities("E-close", active, [
      { kind: "slack", id: "T1:U1" },
    ]);
    const noted = await known(employees, "E-close");
    await employees.terminate(
      "E-close",
      "op_leave",
      { terminatedAtMs: startMs + dayMs },
      noted,
    );
    await leases
      .hold(
        "E-close",
        "op_status",
        { where: {}, set: { statusAtMs: startMs, statusBy: "op_status" } },
        () => Promise.reject(Object.assign(new Error(), inFlight)),
      )
      .catch(() => undefined);
    await employees.noteNotCreated("E-close", "op_hire");
    await expectRefused("E-close", () => employees.close("E-close", "op_x"));
    for (let i = 0; i < 2; i++)
      expect(await employees.close("E-close", "op_leave")).toBe(true);
    expect(await item("employee#E-close")).toEqual({
      id: "employee#E-close",
      generation: 1,
      state: "left",
      hiredAtMs: startMs,
      terminatedAtMs: startMs + dayMs,
      lastDayAtMs: startMs + dayMs,
      terminatedBy: "op_leave",
    });
  });

  const inFlight = { name: "UnknownOutcomeError" };
});

describe("a cancelled termination", () => {
  test.each(["terminated", "leaving"] as const)(
    "a cancelled termination keeps an employee who is %s",
    async (state) => {
      const { employees } = store();
      const id = `E-stay-${state}`;
      await bring(id, state);
      await expectRefused(id, () =>
        employees.cancelTermination(id, "op_other"),
      );
      expect(await employees.cancelTermination(id, "op_leave")).toBe(true);
      const stayed = await known(employees, id);
      expect(stayed).toMatchObject({ state: "active", ...person });
      expect(stayed).not.toHaveProperty("terminatedBy");
      // Its time stays, so that the same event again changes nothing.
      expect(stayed.terminatedAtMs).toBe(startMs + dayMs);
    },
  );

  test("a cancellation is too late for an employee who is being deleted", async () => {
    const { employees } = store();
    for (const state of ["deleting", "left"] as const) {
      await bring(`E-stay-${state}`, state);
      await expectRefused(`E-stay-${state}`, () =>
        employees.cancelTermination(`E-stay-${state}`, "op_leave"),
      );
    }
  });
});

describe("the next generation", () => {
  const laterMs = startMs + 2 * dayMs;
  const again = opening("op_again", { hiredAtMs: laterMs, username: "zoe2" });

  test("the next generation opens after a tombstone and keeps only its time", async () => {
    const { employees, item } = store();
    const left = await bring("E-next", "left");
    expect(await employees.open("E-next", again, left)).toBeDefined();
    expect(await item("employee#E-next")).toEqual({
      id: "employee#E-next",
      generation: 2,
      state: "onboarding",
      ...again,
      openedAtMs: laterMs,
      terminatedAtMs: startMs + dayMs,
      lastDayAtMs: startMs + dayMs,
    });
  });

  test("the next generation cannot be ended by a retry of the previous termination", async () => {
    const { employees } = store();
    const left = await bring("E-past", "left");
    await employees.open("E-past", again, left);
    await employees.endOnboarding("E-past", "op_again");
    for (const write of [
      () => employees.beginDeletion("E-past", "op_leave", startMs + dayMs),
      () => employees.close("E-past", "op_leave"),
    ])
      await expectRefused("E-past", write);
    expect((await employees.get("E-past"))?.terminatedBy).toBeUndefined();
  });

  test("an event older than the tombstone opens no generation, and the termination stays in effect", async () => {
    // This is the case of an adoption after its termination.
    const { employees } = store();
    await employees.createTombstone("E-adopt", "op_t", {
      terminatedAtMs: laterMs + 1,
    });
    const buried = await known(employees, "E-adopt");
    await employees.open("E-adopt", again, buried, false);
    expect(await employees.get("E-adopt")).toMatchObject({
      generation: 1,
      terminatedBy: "op_t",
    });
    expect(
      await employees.beginDeletion("E-adopt", "op_t", startMs + dayMs),
    ).toBe(true);
  });

  test("one of fifty operations opens the next generation", async () => {
    const { employees } = store();
    const left = await bring("E-nexts", "left");
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        employees.open(
          "E-nexts",
          { ...again, operationId: `op_${index}` },
          left,
        ),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await employees.get("E-nexts")).toMatchObject({ generation: 2 });
  });

  test("the next generation does not open when the tombstone moved meanwhile, or the employee exists", async () => {
    const { employees } = store();
    const left = await bring("E-moved", "left");
    await employees.raiseTombstone(
      "E-moved",
      { terminatedAtMs: laterMs + 1 },
      left,
    );
    await expectRefused("E-moved", () =>
      employees.open("E-moved", again, left),
    );
    const active = await bring("E-there", "active");
    await expectRefused("E-there", () =>
      employees.open("E-there", again, active),
    );
    await expectRefused("E-there", () => employees.open("E-there", again));
  });
});

test("the shown status passes from one operation to the next, and to no other", async () => {
  const { employees, leases } = store();
  await bring("E-status", "active");
  const set = { statusBy: "op_1", statusAtMs: startMs };
  await leases.hold("E-status", "op_1", { where: {}, set }, async () => null);
  expect(await employees.noteStatusBy("E-status", "op_1", "op_2")).toBe(true);
  await expectRefused("E-status", () =>
    employees.noteStatusBy("E-status", "op_1", "op_3"),
  );
  expect(await employees.noteStatusBy("E-status", "op_2", undefined)).toBe(
    true,
  );
  const shown = await employees.get("E-status");
  expect(shown).not.toHaveProperty("statusBy");
  expect(shown).toMatchObject({ statusAtMs: startMs });
});
