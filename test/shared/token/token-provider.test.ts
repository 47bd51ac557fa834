import { describe, expect, test } from "vitest";
import { lifetimeMs, loginTookMs, requestAll, useFleet } from "./fleet.ts";
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
});
