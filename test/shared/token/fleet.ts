import { afterEach, beforeEach } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import type { Authorizer } from "../../../shared/community/authorizer.ts";
import type { Login, Token } from "../../../shared/community/login.ts";
import {
  createTokenProvider,
  type TokenProviderOptions,
} from "../../../shared/token/token-provider.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import {
  createTokenStore,
  type TokenKey,
  type TokenStore,
} from "../../../shared/token/token-store.ts";
import { seededRandom } from "../../fixtures/seeded-random.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import {
  createVirtualTime,
  type VirtualTime,
} from "../../fixtures/virtual-time.ts";

export const key: TokenKey = {
  baseUrl: "https://community.example.com",
  consumerKey: "consumer-key",
  username: "service",
  scope: "PRODUCTION",
};

export const loginTookMs = 400;
export const lifetimeMs = 600_000;
export const leaseMs = 1000;

/** A platform's login endpoint as a plain function. Each login issues the next token: token-1, token-2... */
type FakeLogin = Login & {
  /** The grants of all logins, in order: "password", or the refresh token. */
  calls: string[];
  /** The answer of the platform. A test may replace it. */
  answer: (grant: string, count: number) => Promise<Token>;
};

/** Sandboxes that share a table, a platform and a clock. Each test has a new fleet. */
type Fleet = {
  time: VirtualTime;
  tables: TablesForTest;
  store: TokenStore;
  login: FakeLogin;
  sandbox: (options?: Partial<TokenProviderOptions>) => Authorizer;
  sandboxes: (
    count: number,
    options?: Partial<TokenProviderOptions>,
  ) => Authorizer[];
};

/** Call this once in a test file. The returned function gives the fleet of the running test. */
export function useFleet(): () => Fleet {
  let fleet: Fleet;
  beforeEach(async () => {
    fleet = await startFleet();
  });
  afterEach(() => fleet.tables.close());
  return () => fleet;
}

/** Requests a header from every sandbox at the same time. */
export function requestAll(sandboxes: Authorizer[]): Promise<string[]> {
  return Promise.all(sandboxes.map((sandbox) => sandbox.authorization()));
}

async function startFleet(): Promise<Fleet> {
  const time = createVirtualTime();
  const started = await startTables();
  started.documents.middlewareStack.add(
    (next) => (args) => time.outside(() => next(args)),
    { step: "initialize" },
  );
  const store = createTokenStore(
    createTable(started.documents, tables.tokens.name),
  );
  const login = createFakeLogin(time);
  let seed = 0;
  const sandbox: Fleet["sandbox"] = (options) =>
    createTokenProvider({
      store,
      login,
      key,
      leaseMs,
      nowMs: time.nowMs,
      sleepMs: time.sleepMs,
      random: seededRandom(++seed),
      ...options,
    });
  return {
    time,
    tables: started,
    store,
    login,
    sandbox,
    sandboxes: (count, options) =>
      Array.from({ length: count }, () => sandbox(options)),
  };
}

function createFakeLogin(time: VirtualTime): FakeLogin {
  const fake: FakeLogin = {
    calls: [],
    async answer(_grant, count) {
      await time.sleepMs(loginTookMs);
      return { accessToken: `token-${count}`, tokenType: "Bearer", lifetimeMs };
    },
    withPassword: () => ask("password"),
    renew: (refreshToken) => ask(refreshToken),
  };
  function ask(grant: string): Promise<Token> {
    return fake.answer(grant, fake.calls.push(grant));
  }
  return fake;
}
