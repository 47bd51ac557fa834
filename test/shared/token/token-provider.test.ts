import { inspect } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import type { Authorizer } from "../../../shared/community/authorizer.ts";
import { LoginRefusedError } from "../../../shared/community/errors.ts";
import type { Token } from "../../../shared/community/login.ts";
import {
  createTokenProvider,
  type TokenProviderOptions,
} from "../../../shared/token/token-provider.ts";
import { tokenId } from "../../../shared/token/token-store.ts";
import { createChance } from "../../fixtures/chance.ts";
import {
  createVirtualTime,
  type VirtualTime,
} from "../../fixtures/virtual-time.ts";
import { effort } from "../../resilience/effort.ts";
import { key, leaseMs, useTokenStore } from "./token-store-for-test.ts";

const loginTookMs = 400;
const lifetimeMs = 600_000;
/** How long a sandbox waits at most before it looks for the token of another one. */
const longestPollMs = 150;

const newStore = useTokenStore();
/** All sandboxes of a test share these. */
let time: VirtualTime;
let started: ReturnType<typeof newStore>;
/** The grants of all logins, in order: "password", or the refresh token. */
let logins: string[];
/** The answer of the platform to a login: token-1, token-2 and so on, until a test replaces it. */
let answer: (grant: string) => Promise<Token>;

beforeEach(() => {
  time = createVirtualTime();
  started = newStore();
  started.documents.middlewareStack.add(
    (next) => (args) => time.outside(() => next(args)),
    { step: "initialize" },
  );
  logins = [];
  answer = nextToken;
});

async function nextToken(): Promise<Token> {
  const accessToken = `token-${logins.length}`;
  await time.sleepMs(loginTookMs);
  return { accessToken, tokenType: "Bearer", lifetimeMs };
}

function logIn(grant: string): Promise<Token> {
  logins.push(grant);
  return answer(grant);
}

let seed = 0;
const createSandbox = (options: Partial<TokenProviderOptions> = {}) =>
  createTokenProvider({
    store: started.store,
    login: { withPassword: () => logIn("password"), renew: logIn },
    key,
    leaseMs,
    nowMs: time.nowMs,
    sleepMs: time.sleepMs,
    random: createChance(`${++seed}`).next,
    ...options,
  });
const createSandboxes = (count: number) =>
  Array.from({ length: count }, () => createSandbox());

/** The header of a request of each sandbox at the same time. */
const askAll = (sandboxes: Authorizer[]) =>
  time.run(Promise.all(sandboxes.map((one) => one.authorization())));
const settleAll = (sandboxes: Authorizer[]) =>
  time.run(Promise.allSettled(sandboxes.map((one) => one.authorization())));
const ask = (sandbox = createSandbox()) => time.run(sandbox.authorization());

describe("one sandbox", () => {
  test("requests a token once and sends it with every request until its end", async () => {
    const sandbox = createSandbox();
    expect(await ask(sandbox)).toBe("Bearer token-1");
    time.pass(lifetimeMs - loginTookMs - 1);
    expect(await ask(sandbox)).toBe("Bearer token-1");
    time.pass(1);
    expect(await ask(sandbox)).toBe("Bearer token-2");
    expect(logins).toEqual(["password", "password"]);
  });

  test("sends a token of the platform's type once, also if its lifetime was over when it arrived", async () => {
    answer = async () => {
      const token = await nextToken();
      return { ...token, tokenType: "MAC", lifetimeMs: 1 };
    };
    const sandbox = createSandbox();
    expect(await ask(sandbox)).toBe("MAC token-1");
    expect(await ask(sandbox)).toBe("MAC token-2");
  });
});

describe("many sandboxes", () => {
  const fleetSize = effort(20, 100);

  test("make one login if all of them need a token at the same time", async () => {
    const startedAtMs = time.nowMs();
    const values = await askAll(createSandboxes(fleetSize));
    expect(new Set(values)).toEqual(new Set(["Bearer token-1"]));
    expect(logins).toEqual(["password"]);
    expect(time.nowMs() - startedAtMs).toBeLessThan(
      loginTookMs + longestPollMs,
    );
  });

  test("lose the time of one lease and one login if the sandbox that logs in has crashed", async () => {
    const asked = Promise.withResolvers<void>();
    answer = () => {
      asked.resolve();
      return new Promise(() => {});
    };
    void createSandbox().authorization();
    await time.run(asked.promise);
    answer = nextToken;
    const startedAtMs = time.nowMs();

    const values = await askAll(createSandboxes(fleetSize - 1));
    expect(new Set(values)).toEqual(new Set(["Bearer token-2"]));
    expect(logins).toHaveLength(2);
    // One poll finds the end of the lease, and one the token.
    expect(time.nowMs() - startedAtMs).toBeLessThan(
      leaseMs + loginTookMs + 2 * longestPollMs,
    );
  });

  test("repeat a failed login one at a time, each after the end of the lease", async () => {
    const startsMs: number[] = [];
    answer = async () => {
      const count = startsMs.push(time.nowMs());
      const token = await nextToken();
      if (count < 3) throw new Error("503");
      return token;
    };
    const outcomes = await settleAll(createSandboxes(effort(10, 20)));
    expect(logins).toHaveLength(3);
    // A login takes less time than its lease, so the one before has ended.
    for (const [nth, startMs] of startsMs.slice(1).entries())
      expect(startMs - startsMs[nth]!).toBeGreaterThanOrEqual(leaseMs);
    const reason = { name: "TokenError", code: "unavailable" };
    const failed = outcomes.filter(({ status }) => status === "rejected");
    expect(failed).toMatchObject([{ reason }, { reason }]);
  });

  test("remember a refused login for 60 s, and then repeat it", async () => {
    let answeredAtMs = 0;
    answer = async () => {
      await nextToken();
      answeredAtMs = time.nowMs();
      throw new LoginRefusedError(401);
    };
    const reason = { name: "TokenError", code: "refused" };
    for (const refusal of await settleAll(createSandboxes(fleetSize)))
      expect(refusal).toMatchObject({ reason });
    expect(logins).toEqual(["password"]);
    const refusedUntilMs = answeredAtMs + 60_000;
    expect(await started.store.read(tokenId(key))).toEqual({ refusedUntilMs });
    answer = nextToken;
    time.pass(refusedUntilMs - time.nowMs() - 1);
    await expect(ask()).rejects.toMatchObject(reason);
    expect(logins).toHaveLength(1);
    time.pass(1);
    expect(await ask()).toBe("Bearer token-2");
  });

  test("renew by the refresh token, and log in by the password if it is refused", async () => {
    answer = async (grant) => {
      if (grant === "refresh-2") throw new LoginRefusedError(401);
      const refreshToken = `refresh-${logins.length}`;
      return { ...(await nextToken()), refreshToken };
    };
    // The third login is the refused one.
    for (const value of ["token-1", "token-2", "token-4"]) {
      expect(await ask()).toBe(`Bearer ${value}`);
      time.pass(lifetimeMs);
    }
    expect(logins).toEqual(["password", "refresh-1", "refresh-2", "password"]);
  });
});

describe("a rejected token", () => {
  /** Reports a rejected token and requests the next one, as the client does after a 401. */
  async function replace(sandbox: Authorizer, value: string): Promise<string> {
    expect(await sandbox.rejected?.(value)).toBe(true);
    return sandbox.authorization();
  }

  test("is replaced by one login, although many sandboxes sent it", async () => {
    const warm = createSandboxes(effort(10, 50));
    await askAll(warm);
    const values = await time.run(
      Promise.all(warm.map((sandbox) => replace(sandbox, "Bearer token-1"))),
    );
    expect(new Set(values)).toEqual(new Set(["Bearer token-2"]));
    expect(logins).toHaveLength(2);
  });

  test("causes no login for each request if the platform returns it again", async () => {
    const accessToken = "always-the-same";
    answer = async () => ({ ...(await nextToken()), accessToken });
    const warm = createSandbox();
    const value = await ask(warm);
    expect(await time.run(replace(warm, value))).toBe(value);
    expect(await ask(warm)).toBe(value);
    expect(logins).toHaveLength(2);
  });
});

describe("during an outage of the store, a sandbox", () => {
  test("uses the token in its memory, and replaces one that is rejected", async () => {
    const warm = createSandbox();
    await ask(warm);
    await started.close();
    time.pass(lifetimeMs / 2);
    expect(await ask(warm)).toBe("Bearer token-1");
    expect(logins).toHaveLength(1);
    await time.run(Promise.resolve(warm.rejected?.("Bearer token-1")));
    expect(await ask(warm)).toBe("Bearer token-2");
  });

  test("logs in once for all its requests", async () => {
    await started.close();
    const cold = createSandbox();
    expect(new Set(await askAll([cold, cold, cold]))).toEqual(
      new Set(["Bearer token-1"]),
    );
    expect(await ask(cold)).toBe("Bearer token-1");
    expect(logins).toHaveLength(1);
  });

  test("remembers a refusal for 60 s", async () => {
    await started.close();
    const cold = createSandbox();
    const refused = { name: "TokenError", code: "refused" };
    const cause = new LoginRefusedError(401);
    answer = () => Promise.reject(cause);
    await expect(ask(cold)).rejects.toMatchObject({ ...refused, cause });
    answer = nextToken;
    time.pass(59_999);
    await expect(ask(cold)).rejects.toMatchObject(refused);
    expect(logins).toHaveLength(1);
    time.pass(1);
    expect(await ask(cold)).toBe("Bearer token-2");
  });

  test("uses its token also if the outage begins between login and save", async () => {
    answer = async () => {
      await time.outside(started.close);
      return nextToken();
    };
    expect(await ask()).toBe("Bearer token-1");
  });
});

test("a TokenError says why there is no token, and has no token, credential or account in it", async () => {
  const terms = { nowMs: time.nowMs(), leaseMs, tokenToReplace: undefined };
  await started.store.lease(tokenId(key), "one", terms);
  await started.store.save(tokenId(key), "one", {
    accessToken: "secret-access",
    tokenType: "Bearer",
    refreshToken: "secret-refresh",
    expiresAtMs: time.nowMs() + lifetimeMs,
  });
  time.pass(lifetimeMs);
  const expectFailure = async (code: string, options = {}) => {
    const error: unknown = await ask(createSandbox(options)).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: "TokenError", code });
    const text = inspect(error, { depth: Infinity, showHidden: true });
    expect(text).not.toMatch(/secret-|Bearer/);
    for (const part of Object.values(key)) expect(text).not.toContain(part);
  };

  answer = () => Promise.reject(new Error("reset"));
  await expectFailure("unavailable");
  // Another sandbox has the lease, and this one may not wait for its end.
  const askedAtMs = time.nowMs();
  await expectFailure("unavailable", { maxWaitMs: 500 });
  expect(logins).toHaveLength(1);
  expect(time.nowMs() - askedAtMs).toBeLessThan(500 + longestPollMs);
  time.pass(leaseMs);
  answer = () => Promise.reject(new LoginRefusedError(401));
  await expectFailure("refused");
  await expectFailure("refused");
  await started.close();
  answer = () => Promise.reject(new Error("reset"));
  await expectFailure("unavailable");
});
