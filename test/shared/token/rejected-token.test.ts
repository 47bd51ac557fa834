import { expect, test } from "vitest";
import type { Authorizer } from "../../../shared/community/authorizer.ts";
import { lifetimeMs, requestAll, useFleet } from "./fleet.ts";

const fleet = useFleet();

/** What the client does after a 401: tells, and asks once more. */
async function repeat(sandbox: Authorizer, value: string): Promise<string> {
  expect(await sandbox.rejected?.(value)).toBe(true);
  return sandbox.authorization();
}

test("a rejected token is replaced by one login, however many sandboxes sent it", async () => {
  const { time, login, sandboxes } = fleet();
  const warm = sandboxes(50);
  await time.run(requestAll(warm));

  const values = await time.run(
    Promise.all(warm.map((sandbox) => repeat(sandbox, "Bearer token-1"))),
  );
  expect(new Set(values)).toEqual(new Set(["Bearer token-2"]));
  expect(login.calls).toHaveLength(2);
});

test("a late rejection of an old token leaves the newer one alone", async () => {
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

test("a sandbox that starts after a rejection never sees the rejected token", async () => {
  const { time, sandbox } = fleet();
  const warm = sandbox();
  await time.run(warm.authorization());
  await time.run(Promise.resolve(warm.rejected?.("Bearer token-1")));

  expect(await time.run(sandbox().authorization())).toBe("Bearer token-2");
});

test("the refresh token of a rejected token is tried before the password", async () => {
  const { time, login, sandbox } = fleet();
  login.answer = async (_grant, count) => ({
    accessToken: `token-${count}`,
    tokenType: "Bearer",
    refreshToken: `refresh-${count}`,
  });
  const warm = sandbox();
  await time.run(warm.authorization());

  await time.run(repeat(warm, "Bearer token-1"));
  expect(login.calls).toEqual(["password", "refresh-1"]);
});

test("a platform that answers the login with the rejected token is not asked again for each request", async () => {
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
