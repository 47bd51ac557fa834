import { LoginRefusedError } from "../../../shared/community/errors.ts";
import { expect, test } from "vitest";
import { lifetimeMs, requestAll, useFleet } from "./fleet.ts";

const fleet = useFleet();

test("an outage of the store has no effect while a usable token is in memory", async () => {
  const { time, login, tables, sandbox } = fleet();
  const warm = sandbox();
  await time.run(warm.authorization());
  await tables.close();
  time.pass(lifetimeMs - 5000);

  expect(await time.run(warm.authorization())).toBe("Bearer token-1");
  expect(login.calls).toHaveLength(1);
});

test("a sandbox without a store and a token logs in once for all its requests", async () => {
  const { time, login, tables, sandbox } = fleet();
  await tables.close();
  const cold = sandbox();

  expect(await time.run(requestAll([cold, cold, cold]))).toEqual([
    "Bearer token-1",
    "Bearer token-1",
    "Bearer token-1",
  ]);
  expect(await cold.authorization()).toBe("Bearer token-1");
  expect(login.calls).toHaveLength(1);
});

test("a sandbox without a store replaces a rejected token", async () => {
  const { time, tables, sandbox } = fleet();
  const warm = sandbox();
  await time.run(warm.authorization());
  await tables.close();

  expect(
    await time.run(Promise.resolve(warm.rejected?.("Bearer token-1"))),
  ).toBe(true);
  expect(await time.run(warm.authorization())).toBe("Bearer token-2");
});

test("a sandbox without a store remembers a refusal for 60 s", async () => {
  const { time, login, tables, sandbox } = fleet();
  await tables.close();
  const cold = sandbox();
  const refused = { name: "TokenError", code: "refused" };
  const { answer } = login;
  const cause = new LoginRefusedError(401);
  login.answer = () => Promise.reject(cause);
  await expect(time.run(cold.authorization())).rejects.toMatchObject({
    ...refused,
    cause,
  });
  login.answer = answer;

  time.pass(59_999);
  await expect(time.run(cold.authorization())).rejects.toMatchObject(refused);
  expect(login.calls).toHaveLength(1);
  time.pass(1);
  expect(await time.run(cold.authorization())).toBe("Bearer token-2");
});

test("a sandbox uses its token when the store fails between login and save", async () => {
  const { time, login, tables, sandbox } = fleet();
  const { answer } = login;
  login.answer = async (...asked) => {
    await time.outside(tables.close);
    return answer(...asked);
  };

  expect(await time.run(sandbox().authorization())).toBe("Bearer token-1");
});
