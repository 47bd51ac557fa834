import { expect, test } from "vitest";
import {
  type Employee,
  employeeSchema,
} from "../../../shared/store/employee.ts";
import { sayStatement } from "../../../shared/store/say-statement.ts";
import { attributesOfPerson } from "../../../shared/store/seen-person.ts";
import { storedStatements } from "../../../shared/store/statement-schema.ts";
import { settingsForTest } from "../../environments/in-process/workflows.ts";
import { rows } from "../../fixtures/rows.ts";
import { startMs } from "./store-for-test.ts";

const item: Employee = {
  version: 1,
  statements: [],
  unfinished: [],
  person: { is: "none" },
  limits: {},
  state: "expected",
};
const key = { id: "op", execution: "op-1" };

/**
 * Says something of an employee whom others change before each of the first `lost` writes. Tells how many writes that
 * took, and which operation became the runner.
 */
async function say(read: Employee | undefined, onlyIfFree: boolean, lost = 0) {
  let writes = 0;
  let runner: string | undefined;
  const employees = {
    get: async () => read,
    say: async (
      _id: string,
      _read: unknown,
      _saying: unknown,
      by?: typeof key,
    ) => {
      writes++;
      runner = by?.id;
      return writes > lost
        ? { applied: true as const, item }
        : { applied: false as const, item };
    },
  };
  await sayStatement(
    { ...settingsForTest, store: { employees }, nowMs: () => startMs },
    "E-1",
    async () => undefined,
    undefined,
    { key, onlyIfFree, set: async () => ({}) },
  );
  return { writes, runner };
}

const behind = (id: string, untilMs = startMs) => ({
  ...item,
  runner: { id, execution: `${id}-1`, untilMs },
});

// How | number of writes | the runner then | the item as it is read | whether to be silent behind another runner
test.each(rows<
  [string, number, string | undefined, Employee | undefined, boolean]
>`
  without an employee | ${1} | op | ${undefined} | ${true}
  without a runner | ${1} | op | ${item} | ${true}
  by the runner itself | ${1} | op | ${behind("op")} | ${true}
  behind a dead runner | ${1} | op | ${behind("other", startMs - 1)} | ${true}
  behind another runner, where it is to be silent | ${0} | ${undefined} | ${behind("other")} | ${true}
  behind another runner | ${1} | ${undefined} | ${behind("other")} | ${false}
`)(
  "a statement %s: %i writes, and the runner is %s",
  async (_, writes, runner, read, onlyIfFree) => {
    expect(await say(read, onlyIfFree)).toEqual({ writes, runner });
  },
);

test("a statement is tried again when others were first, and after ten races it is worth another attempt", async () => {
  expect(await say(item, false, 9)).toMatchObject({ writes: 10 });
  await expect(say(item, false, 10)).rejects.toMatchObject({
    code: "employee-changed",
    retryable: true,
  });
});

test("statements, open operations and the person keep the fields that a newer version has stored", () => {
  const newer = { later: { mark: true } };
  const day = { day: 9, dueMs: 9, ...newer };
  const said = { atMs: 1, ownDay: 1, caller: "hr", ...newer };
  const hired = { kind: "hired", mayOffboard: true, mayUpdate: true };
  const seen = { by: "a", atMs: 1, day: 9, dueMs: 9, isForCreation: false };
  const stored = {
    ...item,
    statements: [
      { ...said, ...hired, id: "a", start: day, fields: ["/title"] },
      { ...said, kind: "changed", id: "b", effective: day, fields: 0 },
      {
        ...said,
        kind: "terminated",
        id: "c",
        lastDay: day,
        terms: { disposition: "delete", graceDays: 1, ...newer },
      },
      { ...said, kind: "ruled", id: "d", about: "c", ruling: "judged-later" },
    ],
    unfinished: [{ id: "c", type: "employee.terminated", atMs: 1, ...newer }],
    person: { is: "enabled", ...newer },
    fact: { is: "onboarded", by: "a", ...newer },
    seenFields: [
      { ...seen, ...newer, names: ["/title"] },
      { ...seen, names: ["/phone"] },
    ],
    identities: [{ kind: "slack", id: "T1:U1", ...newer }],
  };
  const { statements, person, ...rest } = employeeSchema.parse(stored);
  expect({
    ...rest,
    statements: storedStatements(statements),
    ...attributesOfPerson(person),
  }).toEqual(stored);
});
