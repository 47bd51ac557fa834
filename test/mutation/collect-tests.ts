import { expect } from "vitest";

/** Stands in for `vitest` in the process of `rules.ts`: it collects the tests of a file, and runs none. */
export type Collected = { name: string; run: () => unknown };

export const collected: Collected[] = [];

type Body = (...cells: unknown[]) => unknown;

export function test(name: string, run: () => unknown): void {
  collected.push({ name, run });
}

export function describe(_: string, body: () => void): void {
  body();
}

test.each = (rows: readonly unknown[]) => (name: string, body: Body) => {
  for (const row of rows) {
    const cells: unknown[] = Array.isArray(row) ? row : [row];
    test(`${name} ${String(cells[0])}`, () => body(...cells));
  }
};

describe.each = (rows: readonly unknown[]) => (_: string, body: Body) => {
  for (const row of rows) body(row);
};

export { expect };
