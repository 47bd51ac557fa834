/**
 * There is no token to send. `refused`: the platform refuses the credentials, or did a moment ago; repeating does not
 * help until they are right. `unavailable`: no login came through in time; repeat later.
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
    "The platform refuses the login: check consumerKey, consumerSecret, username and password in the community secret. For a while it is not asked again, so that the account is not locked",
    cause,
  );
}

export function loginFailed(cause: unknown): TokenError {
  return new TokenError(
    "unavailable",
    "The login got no usable answer: check the authentication URL, the network and the state of the platform, then repeat",
    cause,
  );
}

export function waitedInVain(waitedMs: number): TokenError {
  return new TokenError(
    "unavailable",
    `Waited ${waitedMs} ms in vain for another sandbox to log in: check the login's answer times and errors, then repeat`,
  );
}
