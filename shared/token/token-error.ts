/**
 * There is no token to send. `refused`: the platform refuses the credentials, or refused them a moment ago. Retries
 * fail until the credentials are correct. `unavailable`: no login succeeded in time. A later retry may succeed.
 */
export class TokenError extends Error {
  override readonly name = "TokenError";
  readonly code: "refused" | "unavailable";

  constructor(code: TokenError["code"], cause?: unknown) {
    super(`the login is ${code}`, { cause });
    this.code = code;
  }
}
