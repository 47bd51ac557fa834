import { LoginRefusedError } from "../../../shared/community/errors.ts";
import { describe, expect, test } from "vitest";
import { effort } from "../../resilience/effort.ts";
import { tokenId } from "../../../shared/token/token-store.ts";
import {
  key,
  leaseMs,
  lifetimeMs,
  loginTookMs,
  requestAll,
  useFleet,
} from "./fleet.ts";

const fleet = useFleet();
const longestPollMs = 150;
const fleetSize = effort(20, 100);

/** A sandbox has the lease, gets no answer to its login, and stores nothing. */
async function crashLeader(): Promise<void> {
  const { time, login, sandbox } = fleet();
  const asked = Promise.withResolvers<void>();
  login.answer = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  void sandbox().authorization();
  await time.run(asked.promise);
}

describe("crashed leader", () => {
  test("costs the other sandboxes one lease and one more login", async () => {
    const { time, login, sandboxes } = fleet();
    const { answer } = login;
    await crashLeader();
    login.answer = answer;
    const startedAtMs = time.nowMs();

    const values = await time.run(requestAll(sandboxes(fleetSize - 1)));
    expect(new Set(values)).toEqual(new Set(["Bearer token-2"]));
    expect(login.calls).toHaveLength(2);
    expect(time.nowMs() - startedAtMs).toBeLessThan(
      leaseMs + loginTookMs + 2 * longestPollMs,
    );
  });

  test("keeps no sandbox waiting longer than maxWaitMs", async () => {
    const { time, login, sandbox } = fleet();
    await crashLeader();
    await expect(
      time.run(sandbox({ maxWaitMs: 500 }).authorization()),
    ).rejects.toMatchObject({ name: "TokenError", code: "unavailable" });
    expect(login.calls).toHaveLength(1);
  });
});

describe("leader that is slower than its lease", () => {
  test("never overwrites the token of a later leader and uses that token itself", async () => {
    const { time, login, store, sandbox } = fleet();
    const { answer } = login;
    const tookMs = [5 * leaseMs, 0];
    login.answer = async (...asked) => {
      await time.sleepMs(tookMs.shift() ?? 0);
      return answer(...asked);
    };

    const values = await time.run(requestAll([sandbox(), sandbox()]));
    expect(values).toEqual(["Bearer token-2", "Bearer token-2"]);
    expect(login.calls).toHaveLength(2);
    expect((await store.read(tokenId(key)))?.issued?.accessToken).toBe(
      "token-2",
    );
  });
});

describe("failed login", () => {
  test("is repeated by one sandbox at a time, each after the end of the lease", async () => {
    const { time, login, sandboxes } = fleet();
    const { answer } = login;
    let running = 0;
    let mostRunning = 0;
    login.answer = async (grant, count) => {
      mostRunning = Math.max(mostRunning, ++running);
      const token = await answer(grant, count);
      running--;
      if (count < 3) throw new Error("503");
      return token;
    };

    const outcomes = await time.run(
      Promise.allSettled(
        sandboxes(effort(10, 20)).map((sandbox) => sandbox.authorization()),
      ),
    );
    expect(login.calls).toHaveLength(3);
    expect(mostRunning).toBe(1);
    const failed = outcomes.filter(({ status }) => status === "rejected");
    expect(failed).toMatchObject([
      { reason: { name: "TokenError", code: "unavailable" } },
      { reason: { name: "TokenError", code: "unavailable" } },
    ]);
  });
});

describe("refused login", () => {
  test("is remembered by all sandboxes for 60 s and then repeated", async () => {
    const { time, login, sandbox, sandboxes } = fleet();
    const { answer } = login;
    let answeredAtMs = 0;
    login.answer = async (...asked) => {
      await answer(...asked);
      answeredAtMs = time.nowMs();
      throw new LoginRefusedError(401);
    };
    const refusals = await time.run(
      Promise.allSettled(
        sandboxes(fleetSize).map((sandbox) => sandbox.authorization()),
      ),
    );
    expect(login.calls).toEqual(["password"]);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        reason: { name: "TokenError", code: "refused" },
      });
    expect(await fleet().store.read(tokenId(key))).toEqual({
      refusedUntilMs: answeredAtMs + 60_000,
    });
    login.answer = answer;

    time.pass(answeredAtMs + 60_000 - time.nowMs() - 1);
    await expect(time.run(sandbox().authorization())).rejects.toMatchObject({
      code: "refused",
    });
    expect(login.calls).toHaveLength(1);

    time.pass(1);
    expect(await time.run(sandbox().authorization())).toBe("Bearer token-2");
  });
});

describe("renewal by refresh token", () => {
  const withRefreshToken = (count: number) => ({
    accessToken: `token-${count}`,
    tokenType: "Bearer",
    refreshToken: `refresh-${count}`,
    lifetimeMs,
  });

  test("is tried before the password by every sandbox", async () => {
    const { time, login, sandbox } = fleet();
    login.answer = async (_grant, count) => withRefreshToken(count);
    await time.run(sandbox().authorization());
    time.pass(lifetimeMs);
    await time.run(sandbox().authorization());
    time.pass(lifetimeMs);
    await time.run(sandbox().authorization());

    expect(login.calls).toEqual(["password", "refresh-1", "refresh-2"]);
  });

  test("falls back to the password when the refresh token is refused", async () => {
    const { time, login, sandbox } = fleet();
    login.answer = async (grant, count) => {
      if (grant !== "password") throw new LoginRefusedError(401);
      return withRefreshToken(count);
    };
    await time.run(sandbox().authorization());
    time.pass(lifetimeMs);

    expect(await time.run(sandbox().authorization())).toBe("Bearer token-3");
    expect(login.calls).toEqual(["password", "refresh-1", "password"]);
  });
});
