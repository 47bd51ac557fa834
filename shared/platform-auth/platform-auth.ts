import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
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
import type { Keyring } from "../keyring.ts";
import { createMemo } from "../memo.ts";
import { createTokenProvider } from "../token/token-provider.ts";
import { createTokenStore } from "../token/token-store.ts";
import type { CommunitySecretReader } from "./community-secret.ts";
import { createPersonAuthorizer } from "./person-authorizer.ts";
import { createSecretAuthorizer } from "./secret-authorizer.ts";
import { createSecretLogin } from "./secret-login.ts";

export type PlatformAuthOptions = {
  baseUrl: string;
  authUrl: string;
  serviceAuth: "login" | "basic" | "token";
  /** How a new person asks. @default "basic" */
  personAuth?: "basic" | "login" | undefined;
  secret: CommunitySecretReader;
  documents: DynamoDBDocumentClient;
  tokensTable: string;
  /** For one attempt of a call. */
  callTimeoutMs: number;
  /** How long one sandbox may log in before another tries. */
  loginLeaseMs: number;
  /** @default Date.now */
  nowMs?: () => number;
};

/** The ways we ask the platform. */
export type PlatformAuth = {
  /** As the service account, which may create and delete people. */
  service: Client;
  /** As a new person, for what only the person may do. */
  asPerson(username: string, password: string): Promise<Client>;
  /** The master keys, read anew where they lack the version that `madeWith` begins with: `<version>.<rest>`. */
  keyring(madeWith?: string): Promise<Keyring>;
  /** Of the service account. */
  serviceUsername(): Promise<string>;
  /** Reads the secret, and gets the service account's token, before somebody needs them. @throws what they throw */
  warmUp(): Promise<void>;
};

/**
 * A hiccup is smoothed over here, once and soon. For anything longer the engine waits, and a Lambda that waits costs
 * nothing only there.
 */
const patience = { maxAttempts: 2, maxPauseMs: 500 };

/** One pool of connections for all who ask; credentials are read when the first request needs them. */
export function createPlatformAuth(options: PlatformAuthOptions): PlatformAuth {
  const {
    baseUrl,
    authUrl,
    personAuth = "basic",
    secret,
    callTimeoutMs,
    nowMs = Date.now,
  } = options;
  const shared = {
    ...clientDefaults(),
    ...patience,
    nowMs,
    attemptTimeoutMs: callTimeoutMs,
  };

  const authorizer = lazy(() => serviceAuthorizer(options, shared));

  return {
    service: createClient({ ...shared, baseUrl, authorizer }),

    async asPerson(username, password) {
      const person = { username, password };
      const asThem =
        personAuth === "basic"
          ? basicAuth(username, password)
          : createPersonAuthorizer(
              createSecretLogin(secret, { ...shared, authUrl }, person),
            );
      return createClient({ ...shared, baseUrl, authorizer: asThem });
    },

    async keyring(madeWith) {
      const { passwordMaster } = await secret.get();
      const [version] = madeWith?.split(".") ?? [];
      if (version === undefined || Object.hasOwn(passwordMaster, version))
        return passwordMaster;
      // Another sandbox has it from a newer secret.
      return (await secret.refresh()).passwordMaster;
    },
    serviceUsername: async () => (await secret.get()).username,
    async warmUp() {
      await authorizer.authorization();
    },
  };
}

async function serviceAuthorizer(
  {
    baseUrl,
    authUrl,
    serviceAuth,
    secret,
    documents,
    tokensTable,
    loginLeaseMs,
  }: PlatformAuthOptions,
  shared: ReturnType<typeof clientDefaults>,
): Promise<Authorizer> {
  const { consumerKey, username } = await secret.get();
  switch (serviceAuth) {
    case "basic":
      return createSecretAuthorizer(
        secret,
        (now) => basicAuth(now.username, now.password),
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
        store: createTokenStore(documents, tokensTable),
        login: createSecretLogin(secret, { ...shared, authUrl }),
        key: { baseUrl, consumerKey, username, scope: "PRODUCTION" },
        leaseMs: loginLeaseMs,
        nowMs: shared.nowMs,
      });
  }
}

/** An authorizer that is made at first use. */
function lazy(make: () => Promise<Authorizer>): Authorizer {
  const made = createMemo(make);
  return {
    authorization: async () => (await made.get()).authorization(),
    rejected: async (authorization) =>
      (await (await made.get()).rejected?.(authorization)) ?? false,
  };
}
