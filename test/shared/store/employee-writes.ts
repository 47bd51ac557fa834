import { describe, expect, test } from "vitest";
import type { Employee } from "../../../shared/store/employee.ts";
import type { Employees } from "../../../shared/store/employees.ts";
import type { StoreForTest } from "./store-for-test.ts";

/** An employee as an item was read, with changes. */
export const known = (item: object, changes: object = {}) =>
  ({ employeeId: "E", ...item, ...changes }) as unknown as Employee;

type Item = Record<string, unknown>;
export type Write = (employees: Employees, id: string) => Promise<unknown>;

/** A write to the item of an employee. */
export type EmployeeWrite = [
  name: string,
  /** An item with which it is written. */
  before: Item,
  write: Write,
  /** What it changes. Undefined: it removes the attribute. */
  changes: Item,
  /** Other values of the item with which it is written too. Undefined: without the attribute. */
  accepted: Item[],
  /** Values of the item with which it is not written. */
  refused: Item[],
];

let count = 0;

/** Does one write to an item. */
export async function tryWrite(
  { employees, table, item }: StoreForTest,
  before: Item | undefined,
  write: Write,
) {
  const id = `E-condition-${++count}`;
  const key = `employee#${id}`;
  if (before) await table.put({ id: key, ...before });
  const result = await write(employees, id);
  const { id: _, ...after } = (await item(key)) ?? {};
  return { isWritten: Boolean(result), after };
}

/** The attributes that a write changed. An attribute that it removed is undefined. */
function changesOf(before: Item, after: Item): Item {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names]
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, after[name]]),
  );
}

const withoutUndefined = (item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== undefined),
  );

/** Specifies when each write is written, and what it changes. */
export function describeWrites(
  store: () => StoreForTest,
  writes: EmployeeWrite[],
): void {
  describe.each(writes)("%s", (name, before, write, changes, ...others) => {
    const [accepted, refused] = others;

    test(`${name} changes its attributes and no others`, async () => {
      const { isWritten, after } = await tryWrite(store(), before, write);
      expect(isWritten).toBe(true);
      expect(changesOf(before, after)).toEqual(changes);
    });

    test.each(accepted)(`${name} is written also with %j`, async (other) => {
      const item = withoutUndefined({ ...before, ...other });
      expect((await tryWrite(store(), item, write)).isWritten).toBe(true);
    });

    test.each(refused)(`${name} is not written with %j`, async (other) => {
      const item = withoutUndefined({ ...before, ...other });
      const { isWritten, after } = await tryWrite(store(), item, write);
      expect(isWritten).toBe(false);
      expect(after).toEqual(item);
    });

    test(`${name} creates no employee`, async () => {
      const { isWritten, after } = await tryWrite(store(), undefined, write);
      expect(isWritten).toBe(false);
      expect(after).toEqual({});
    });
  });
}
