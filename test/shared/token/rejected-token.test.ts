import { expect, test } from "vitest";
import type { Authorizer } from "../../../shared/community/authorizer.ts";
import { lifetimeMs, requestAll, useFleet } from "./fleet.ts";
import { effort } from "../../resilience/effort.ts";

const fleet = useFleet();

/** Reports a rejected token and requests the next one, as the client does after a 401. */
async function repeat(sandbox: Authorizer, value: string): Promise<string> {
  expect(await sandbox.rejected?.(value)).toBe(true);
  return sandbox.authorization();
}

test("one login replaces a rejected token that many sandboxes sent", async () => {
  const { time, login, sandboxes } = fleet();
  const warm = sandboxes(effort(10, 50));
  await time.run(requestAll(warm));

  const values = await time.run(
    Promise.all(warm.map((sandbox) => repeat(sandbox, "Bearer token-1"))),
  );
  expect(new Set(values)).toEqual(new Set(["Bearer token-2"]));
  expect(login.calls).toHaveLength(2);
});

test("a late rejection of an old token leaves the newer token unchanged", async () => {
  const { time, login, sandbox } = fleet();
  const [quick, late] = [sandbox(), sandbox()];
  await time.run(requestAll([quick, late]));
  await time.run(repeat(quick, "Bearer token-1"));

  expect(await time.run(repeat(late, "Bearer token-1"))).toBe("Bearer token-2");
  expect(await time.run(repeat(quick, "Bearer token-1"))).toBe(
    "Bearer token-2",
  );
  expect(await time.run(sandbox().authorization())).toBe("Bearer token-2");
  expect(login.calls).toHaveLength(2);
});

test("a platform that returns the rejected token again gets no further login for each request", async () => {
  const { time, login, sandbox } = fleet();
  login.answer = async () => ({
    accessToken: "always-the-same",
    tokenType: "Bearer",
    lifetimeMs,
  });
  const warm = sandbox();
  const value = await time.run(warm.authorization());

  expect(await time.run(repeat(warm, value))).toBe(value);
  expect(await time.run(warm.authorization())).toBe(value);
  expect(login.calls).toHaveLength(2);
});
