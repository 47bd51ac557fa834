import { describe, expect, test } from "vitest";
import { key, lifetimeMs, loginTookMs, requestAll, useFleet } from "./fleet.ts";
import { effort } from "../../resilience/effort.ts";

const fleet = useFleet();

describe("one sandbox", () => {
  test("requests a token once and sends it with every request until its end", async () => {
    const { time, login, sandbox } = fleet();
    const provider = sandbox();

    expect(await time.run(provider.authorization())).toBe("Bearer token-1");
    time.pass(lifetimeMs - loginTookMs - 1);
    expect(await provider.authorization()).toBe("Bearer token-1");
    time.pass(1);
    expect(await time.run(provider.authorization())).toBe("Bearer token-2");
    expect(login.calls).toEqual(["password", "password"]);
  });

  test("sends the token type of the platform", async () => {
    const { time, login, sandbox } = fleet();
    login.answer = async () => ({ accessToken: "abc", tokenType: "MAC" });

    expect(await time.run(sandbox().authorization())).toBe("MAC abc");
  });

  test("uses a token once whose lifetime was over when it arrived", async () => {
    const { time, login, sandbox } = fleet();
    const { answer } = login;
    login.answer = async (...asked) => ({
      ...(await answer(...asked)),
      lifetimeMs: 1,
    });
    const provider = sandbox();

    expect(await time.run(provider.authorization())).toBe("Bearer token-1");
    expect(await time.run(provider.authorization())).toBe("Bearer token-2");
  });
});

describe("cold fleet", () => {
  test("makes exactly one login for all sandboxes that need a token at the same time", async () => {
    const { time, login, sandboxes } = fleet();
    const startedAtMs = time.nowMs();

    const values = await time.run(requestAll(sandboxes(effort(20, 100))));
    expect(new Set(values)).toEqual(new Set(["Bearer token-1"]));
    expect(login.calls).toEqual(["password"]);
    // The longest pause between two reads.
    expect(time.nowMs() - startedAtMs).toBeLessThan(loginTookMs + 150);
  });

  test("uses the token of an earlier sandbox without a login", async () => {
    const { time, login, sandbox, sandboxes } = fleet();
    await time.run(sandbox().authorization());
    const startedAtMs = time.nowMs();

    await time.run(requestAll(sandboxes(10)));
    expect(login.calls).toHaveLength(1);
    expect(time.nowMs()).toBe(startedAtMs);
  });

  test("shares no token between accounts", async () => {
    const { time, login, sandbox } = fleet();
    const other = { ...key, username: "another-account" };

    const values = await time.run(
      requestAll([sandbox(), sandbox({ key: other })]),
    );
    expect(new Set(values).size).toBe(2);
    expect(login.calls).toHaveLength(2);
  });
});
