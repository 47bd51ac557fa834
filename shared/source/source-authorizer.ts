import {
  type Authorizer,
  basicAuth,
  bearerAuth,
} from "../community/authorizer.ts";
import type { PublicRequest } from "../public-request.ts";
import { TokenError } from "../token/token-error.ts";
import {
  createTokenProvider,
  type TokenProviderOptions,
} from "../token/token-provider.ts";
import {
  type ClientCredentials,
  createSourceLogin,
  tokenTimeoutMs,
} from "./request-source-token.ts";
import { SourceError, toSourceError } from "./source-error.ts";
import type { NamedSource } from "./sources-secret.ts";

export type SourceAuthorizerOptions = Omit<
  TokenProviderOptions,
  "login" | "key" | "leaseMs" | "maxWaitMs"
> & { request: PublicRequest };

/** The header that authenticates a request to a source. */
export type SourceAuthorizer = { header: string } & Authorizer;

/**
 * Creates the function that resolves to the authorizer of a source. A sandbox has one token of each source, and the
 * fleet shares it through the store, as it shares that of the service account. The authorizer throws SourceError.
 */
export function createSourceAuthorizers(
  options: SourceAuthorizerOptions,
): (source: NamedSource) => SourceAuthorizer {
  const providers = new Map<string, { auth: string; authorizer: Authorizer }>();

  function providerOf(source: NamedSource, auth: ClientCredentials) {
    const known = providers.get(source.name);
    const text = JSON.stringify(auth);
    // An operator can have stored other credentials since.
    if (known?.auth === text) return known.authorizer;
    const authorizer = createProvider(options, source, auth);
    providers.set(source.name, { auth: text, authorizer });
    return authorizer;
  }

  return (source) => {
    const { auth } = source;
    switch (auth.type) {
      case "basic":
        return {
          header: "authorization",
          ...basicAuth(auth.username, auth.password),
        };
      case "bearer":
        return { header: "authorization", ...bearerAuth(auth.token) };
      case "header":
        return { header: auth.name, authorization: async () => auth.value };
      case "oauth2":
        return { header: "authorization", ...providerOf(source, auth) };
    }
  };
}

function createProvider(
  { request, ...options }: SourceAuthorizerOptions,
  source: NamedSource,
  auth: ClientCredentials,
): Authorizer {
  const provider = createTokenProvider({
    ...options,
    // At some systems a login ends the earlier token, so no second login begins while one can still succeed.
    leaseMs: tokenTimeoutMs + 1_000,
    maxWaitMs: tokenTimeoutMs + 1_000,
    login: createSourceLogin(source, auth, request, options.nowMs),
    key: {
      baseUrl: auth.tokenUrl,
      consumerKey: auth.clientId,
      username: `source ${source.name}`,
      scope: auth.scope ?? "",
    },
  });
  return {
    ...provider,
    authorization: () =>
      provider.authorization().catch((error: unknown) => {
        throw toErrorOfSource(source, error);
      }),
  };
}

/** A TokenError is about the community secret, so an error of the source replaces it. */
function toErrorOfSource({ name }: NamedSource, error: unknown): unknown {
  if (!(error instanceof TokenError)) return error;
  if (error.code === "refused") return new SourceError("source-refused", name);
  const cause = toSourceError(name, error.cause);
  return cause instanceof SourceError
    ? cause
    : new SourceError("source-unreachable", name);
}
