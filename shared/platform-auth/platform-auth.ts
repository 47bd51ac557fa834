import {
  type Authorizer,
  basicAuth,
  bearerAuth,
} from "../community/authorizer.ts";
import {
  type Client,
  clientDefaults,
  createClient,
} from "../community/client.ts";
import type { Http } from "../community/http.ts";
import type { Keyring } from "../keyring.ts";
import { createMemo } from "../memo.ts";
import { createTokenProvider } from "../token/token-provider.ts";
import type { TokenStore } from "../token/token-store.ts";
import type { CommunitySecretReader } from "./community-secret.ts";
import { createSecretAuthorizer } from "./secret-authorizer.ts";
import { createSecretLogin } from "./secret-login.ts";
import type { Login } from "../community/login.ts";

export type PlatformAuthOptions = {
  baseUrl: string;
  authUrl: string;
  serviceAuth: "login" | "basic" | "token";
  /** How requests of a new person are authorized. @default "basic" */
  personAuth?: "basic" | "login" | undefined;
  secret: CommunitySecretReader;
  /** Where all sandboxes share the token of the service account. */
  tokens: TokenStore;
  /** The limit for one attempt of a call. */
  callTimeoutMs: number;
  /** After how long a call is sent again beside its first attempt. @default as long as `callTimeoutMs` */
  hedgeAfterMs?: number | undefined;
  /** Counts a call that is sent again, or beside its first attempt, in the rate. @default nothing */
  onRepeat?: (() => Promise<unknown>) | undefined;
  /** How long one sandbox may log in before another one tries. */
  loginLeaseMs: number;
  /** @default Date.now */
  nowMs?: () => number;
  /** How requests reach the platform. @default connections of our own */
  http?: Http | undefined;
  /** Waits between two attempts of a call, and between two reads of a deletion. @default a timer */
  sleepMs?: (durationMs: number) => Promise<void>;
};

/** Clients for the platform, with their credentials. */
export type PlatformAuth = ReturnType<typeof createPlatformAuth>;

/**
 * A call is repeated once, after a short pause. For longer pauses the durable execution waits, because a Lambda
 * function costs nothing while its durable execution waits.
 */
const retryLimits = { maxAttempts: 2, maxPauseMs: 500 };

/** All clients share one pool of connections. The credentials are read when the first request needs them. */
export function createPlatformAuth(options: PlatformAuthOptions) {
  const {
    baseUrl,
    authUrl,
    personAuth = "basic",
    secret,
    callTimeoutMs,
    nowMs = Date.now,
  } = options;
  const defaults = clientDefaults();
  const shared = {
    ...defaults,
    ...retryLimits,
    nowMs,
    http: options.http ?? defaults.http,
    sleepMs: options.sleepMs ?? defaults.sleepMs,
    attemptTimeoutMs: callTimeoutMs,
    hedgeAfterMs: options.hedgeAfterMs,
    onRepeat: options.onRepeat,
  };

  const createAccount = () =>
    createLazily(() => serviceAuthorizer(options, shared));
  const serviceAccount = createAccount();
  const clientOf = (authorizer: Authorizer) =>
    createClient({ ...shared, baseUrl, authorizer });
  const service = clientOf(serviceAccount);
  // With credentials of the secret, a probe asks the platform also while `service` sends nothing after a refusal. With
  // a login, both have one token: an old one of the probe would be refused, and that is no outage.
  const prober =
    options.serviceAuth === "login" ? service : clientOf(createAccount());

  return {
    /** A client for the service account, which may create and delete people. */
    service,

    /** A client for a new person, for operations that only the person may do. */
    async asPerson(username: string, password: string): Promise<Client> {
      const person = { username, password };
      const authorizer =
        personAuth === "basic"
          ? basicAuth(username, password)
          : createPersonAuthorizer(
              createSecretLogin(secret, { ...shared, authUrl }, person),
            );
      return clientOf(authorizer);
    },

    /**
     * The master keys. The secret is read again when they lack the version of the given salt or hash, which has the
     * form `<version>.<rest>`.
     */
    async keyring(saltOrHash?: string): Promise<Keyring> {
      const { passwordMaster } = await secret.get();
      const [version] = saltOrHash?.split(".") ?? [];
      if (version === undefined || Object.hasOwn(passwordMaster, version))
        return passwordMaster;
      // Another sandbox used a newer version of the secret.
      return (await secret.refresh()).passwordMaster;
    },

    serviceUsername: async (): Promise<string> => (await secret.get()).username,

    /** Reads that show whether operations can go on. */
    probes: {
      /** The cheapest read of people, as the service account. @throws the errors of the client and of the login */
      platform: (): Promise<unknown> =>
        prober.people.list({ count: 1, fields: ["id"] }).page(),
      /** Reads the secret again. @throws ConfigurationError */
      configuration: (): Promise<unknown> => secret.refresh(),
    },

    /** Reads the secret and gets the service account's token before the first request. @throws their errors */
    async warmUp(): Promise<void> {
      await serviceAccount.authorization();
    },
  };
}

async function serviceAuthorizer(
  {
    baseUrl,
    authUrl,
    serviceAuth,
    secret,
    tokens,
    loginLeaseMs,
  }: PlatformAuthOptions,
  shared: ReturnType<typeof clientDefaults>,
): Promise<Authorizer> {
  const { consumerKey, username } = await secret.get();
  switch (serviceAuth) {
    case "basic":
      return createSecretAuthorizer(
        secret,
        (current) => basicAuth(current.username, current.password),
        shared.nowMs,
      );
    case "token":
      return createSecretAuthorizer(
        secret,
        ({ token }) => (token === undefined ? undefined : bearerAuth(token)),
        shared.nowMs,
      );
    case "login":
      return createTokenProvider({
        store: tokens,
        login: createSecretLogin(secret, { ...shared, authUrl }),
        key: { baseUrl, consumerKey, username, scope: "PRODUCTION" },
        leaseMs: loginLeaseMs,
        nowMs: shared.nowMs,
      });
  }
}

/** An authorizer that is created at first use. */
function createLazily(create: () => Promise<Authorizer>): Authorizer {
  const created = createMemo(create);
  return {
    authorization: async () => (await created.get()).authorization(),
    rejected: async (authorization) =>
      (await (await created.get()).rejected?.(authorization)) ?? false,
  };
}

/** Authorizes requests as a person by login. The token stays in memory. */
function createPersonAuthorizer(login: Login): Authorizer {
  const token = createMemo(() => login.withPassword());
  return {
    async authorization() {
      const { tokenType, accessToken } = await token.get();
      return `${tokenType} ${accessToken}`;
    },
    async rejected() {
      token.forget();
      return true;
    },
  };
}
