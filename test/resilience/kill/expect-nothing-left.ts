import { expect } from "vitest";
import { roundLease } from "../../../shared/store/outbox.ts";
import type { KillableEnvironment } from "../../environments/killable/environment.ts";

/** Expects that no execution goes on, no lease is held, and no personal data of an event is stored. */
export async function expectNothingLeft(
  environment: KillableEnvironment,
): Promise<void> {
  const executions = environment.executions();
  expect(executions.filter(({ status }) => status !== "SUCCEEDED")).toEqual([]);
  expect(executions.filter(({ endedAtMs }) => !endedAtMs)).toEqual([]);
  const items = await environment.storedItems();
  expect(items.filter(({ id }) => /^(?:data|note)#/.test(String(id)))).toEqual(
    [],
  );
  // The key of an avatar was erased with its operation's data, and its sealed bytes expire.
  expect(items.filter((item) => "avatarId" in item)).toEqual([]);
  const avatars = items.filter(({ id }) => String(id).startsWith("avatar#"));
  expect(avatars.filter((item) => !("expiresAtSeconds" in item))).toEqual([]);
  // No round of notices runs here, so none ends the lease that the scheduler took for it.
  const others = items.filter(({ id }) => id !== roundLease);
  const held = ["leaseBy", "leaseUntilMs", "lease", "passwordSalt"];
  expect(
    others.filter((item) => held.some((attribute) => attribute in item)),
  ).toEqual([]);
}

/** How many requests to this route took effect. */
export function applied(
  environment: KillableEnvironment,
  method: string,
  path: string,
): number {
  return environment
    .journal()
    .filter(
      (entry) =>
        entry.method === method && entry.path === path && entry.applied,
    ).length;
}
