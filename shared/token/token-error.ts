/**
 * There is no token to send. `refused`: the platform refuses the credentials, or refused them a moment ago. Retries
 * fail until the credentials are correct. `unavailable`: no login succeeded in time. A later retry may succeed.
 */
export class TokenError extends Error {
  override readonly name = "TokenError";
  readonly code: "refused" | "unavailable";

  constructor(code: TokenError["code"], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export function credentialsRefused(cause?: unknown): TokenError {
  return new TokenError(
    "refused",
    "The platform refuses the login: check consumerKey, consumerSecret, username and password in the community secret. For a while no login is sent, because repeated refusals may lock the account",
    cause,
  );
}

export function loginFailed(cause: unknown): TokenError {
  return new TokenError(
    "unavailable",
    "The login got no usable response: check the authentication URL, the network and the state of the platform, then repeat",
    cause,
  );
}

export function leaseWaitTimedOut(waitedMs: number): TokenError {
  return new TokenError(
    "unavailable",
    `No other sandbox logged in within ${waitedMs} ms: check the response times and errors of the login, then repeat`,
  );
}
