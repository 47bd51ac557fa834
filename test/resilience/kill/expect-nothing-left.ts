import { expect } from "vitest";
import type { World } from "./world.ts";

/** No execution goes on, nobody holds a lease, and nothing personal that an event brought lies around. */
export async function expectNothingLeft(world: World): Promise<void> {
  const executions = world.executions();
  expect(executions.filter(({ status }) => status !== "SUCCEEDED")).toEqual([]);
  expect(executions.filter(({ endedAtMs }) => !endedAtMs)).toEqual([]);
  const items = await world.remembered();
  expect(
    items.filter(({ id }) => /^(?:data|avatar|note)#/.test(String(id))),
  ).toEqual([]);
  const held = ["leaseBy", "leaseUntilMs", "lease", "passwordSalt"];
  expect(
    items.filter((item) => held.some((attribute) => attribute in item)),
  ).toEqual([]);
}

/** How many requests of this kind took effect. */
export function applied(world: World, method: string, path: string): number {
  return world
    .journal()
    .filter(
      (entry) =>
        entry.method === method && entry.path === path && entry.applied,
    ).length;
}
