import { LoginRefusedError } from "../../../shared/community/errors.ts";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { tokenId } from "../../../shared/token/token-store.ts";
import { key, leaseMs, lifetimeMs, useFleet } from "./fleet.ts";

const fleet = useFleet();

/** The text of an error with its causes, its stack and its properties. */
async function failure(request: Promise<string>): Promise<string> {
  const error: unknown = await fleet()
    .time.run(request)
    .catch((error: unknown) => error);
  expect(error).toMatchObject({ name: "TokenError" });
  return inspect(error, { depth: Infinity, showHidden: true });
}

test("no TokenError has a token, a credential or the account in it", async () => {
  const { time, login, store, tables, sandbox } = fleet();
  const terms = { nowMs: time.nowMs(), leaseMs, tokenToReplace: undefined };
  await store.lease(tokenId(key), "one", terms);
  await store.save(tokenId(key), "one", {
    accessToken: "secret-access",
    tokenType: "Bearer",
    refreshToken: "secret-refresh",
    expiresAtMs: time.nowMs() + lifetimeMs,
  });
  time.pass(lifetimeMs);
  const failures: string[] = [];

  login.answer = () => Promise.reject(new Error("reset"));
  failures.push(await failure(sandbox().authorization()));
  failures.push(await failure(sandbox({ maxWaitMs: 10 }).authorization()));
  time.pass(leaseMs);
  login.answer = () => Promise.reject(new LoginRefusedError(401));
  failures.push(await failure(sandbox().authorization()));
  failures.push(await failure(sandbox().authorization()));
  await tables.close();
  login.answer = () => Promise.reject(new Error("reset"));
  failures.push(await failure(sandbox().authorization()));

  expect(failures).toHaveLength(5);
  for (const text of failures) {
    expect(text).not.toMatch(/secret-|Bearer/);
    for (const part of Object.values(key)) expect(text).not.toContain(part);
  }
});
