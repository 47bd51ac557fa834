import { describe, expect, test } from "vitest";
import { startMs, useLifecycle } from "./lifecycle-for-test.ts";

const lifecycle = useLifecycle();

const opening = (operationId: string) => ({
  operationId,
  hiredAtMs: startMs,
  passwordSalt: "1.salt",
  username: "zoe",
});
const person = {
  personID: "1001",
  refs: { self: "https://community.example.com/people/1001" },
  username: "zoe",
  emailHash: "1.hash",
};

test("opening makes the first generation, in the name of its operation", async () => {
  const { employees } = lifecycle();
  expect(await employees.get("E-1")).toBeUndefined();
  expect(await employees.open("E-1", opening("op_a"))).toBe(true);
  expect(await employees.get("E-1")).toEqual({
    generation: 1,
    state: "onboarding",
    openedBy: "op_a",
    ...opening("op_a"),
  });
});

test("of fifty operations that open one employee, exactly one does", async () => {
  const { employees } = lifecycle();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      employees.open("E-race", opening(`op_${index}`)),
    ),
  );
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  const winner = `op_${outcomes.indexOf(true)}`;
  expect(await employees.get("E-race")).toMatchObject({
    operationId: winner,
    openedBy: winner,
  });
});

describe("taking over", () => {
  test("hands the onboarding to another operation; who opened it and the salt stay", async () => {
    const { employees } = lifecycle();
    await employees.open("E-2", opening("op_a"));
    expect(await employees.takeOver("E-2", "op_a", "op_b")).toBe(true);
    expect(await employees.get("E-2")).toMatchObject({
      ...opening("op_b"),
      openedBy: "op_a",
    });
  });

  test("from the same operation, one of fifty wins", async () => {
    const { employees } = lifecycle();
    await employees.open("E-3", opening("op_a"));
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        employees.takeOver("E-3", "op_a", `op_${index}`),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await employees.get("E-3")).toMatchObject({
      operationId: `op_${outcomes.indexOf(true)}`,
    });
  });

  test("what is done already, or nobody's, is refused", async () => {
    const { employees } = lifecycle();
    expect(await employees.takeOver("E-none", "op_a", "op_b")).toBe(false);
    await employees.open("E-4", opening("op_a"));
    await employees.activate("E-4", "op_a");
    expect(await employees.takeOver("E-4", "op_a", "op_b")).toBe(false);
    expect(await employees.get("E-none")).toBeUndefined();
    expect(await employees.get("E-4")).toMatchObject({ operationId: "op_a" });
  });
});

describe("recording and activating", () => {
  test("the person is known, and nobody can derive its password any more", async () => {
    const { employees } = lifecycle();
    await employees.open("E-5", opening("op_a"));
    expect(await employees.recordPerson("E-5", "op_a", person)).toBe(true);
    expect(await employees.get("E-5")).toMatchObject({
      state: "onboarding",
      passwordSalt: "1.salt",
      ...person,
    });
    expect(await employees.activate("E-5", "op_a")).toBe(true);
    const known = await employees.get("E-5");
    expect(known).toMatchObject({ state: "active", ...person });
    expect(known).not.toHaveProperty("passwordSalt");
  });

  test("both may be repeated", async () => {
    const { employees } = lifecycle();
    await employees.open("E-6", opening("op_a"));
    for (let i = 0; i < 2; i++) {
      expect(await employees.recordPerson("E-6", "op_a", person)).toBe(true);
      expect(await employees.activate("E-6", "op_a")).toBe(true);
    }
  });

  test("an operation that lost the employee writes nothing", async () => {
    const { employees } = lifecycle();
    await employees.open("E-7", opening("op_a"));
    await employees.takeOver("E-7", "op_a", "op_b");
    expect(await employees.recordPerson("E-7", "op_a", person)).toBe(false);
    expect(await employees.activate("E-7", "op_a")).toBe(false);
    const known = await employees.get("E-7");
    expect(known).toMatchObject({ state: "onboarding" });
    expect(known).not.toHaveProperty("personID");
  });
});
