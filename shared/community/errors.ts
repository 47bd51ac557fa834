/**
 * What can go wrong between us and the platform. Error bodies and codes are undocumented (the API document, §7), so
 * an error tells by transport and status class only. No error carries a header, a body, a credential or a query string.
 */
type Attempted = {
  method: string;
  /** A template such as `/people/{personID}` or, where only a ref told the way, `/{object}/<resource>`. */
  path: string;
};

abstract class CommunityError extends Error {
  readonly method: string;
  readonly path: string;

  constructor(attempted: Attempted, message: string, cause?: unknown) {
    super(`${attempted.method} ${attempted.path} ${message}`, { cause });
    this.method = attempted.method;
    this.path = attempted.path;
  }
}

/** The platform answered, and the answer is no. `retryAfterMs` is what it asked us to wait, if it did. */
export class ApiError extends CommunityError {
  override readonly name = "ApiError";
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(attempted: Attempted, status: number, retryAfterMs?: number) {
    super(
      attempted,
      `was answered ${status}: check the request, the account's rights and the state of the platform`,
    );
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The request worked, but the answer is not of the documented shape. `problems` are JSON Pointers, never values. */
export class ApiShapeError extends CommunityError {
  override readonly name = "ApiShapeError";
  readonly problems: readonly string[];

  constructor(attempted: Attempted, problems: readonly string[]) {
    const shown = problems.slice(0, 5).join(", ");
    const more = problems.length > 5 ? `, and ${problems.length - 5} more` : "";
    super(
      attempted,
      `succeeded, but its answer does not fit the API document: ${shown}${more}`,
    );
    this.problems = problems;
  }
}

/**
 * No whole answer. Either nothing took effect, or doing it again is as good as once: safe to repeat, but no proof that
 * nothing happened.
 */
export class UnreachableError extends CommunityError {
  override readonly name = "UnreachableError";

  constructor(attempted: Attempted, cause: unknown) {
    super(
      attempted,
      "got no answer: check the base URL, the network and the state of the platform",
      cause,
    );
  }
}

/** A write was sent and we do not know whether it took effect. Look before doing it again. */
export class UnknownOutcomeError extends CommunityError {
  override readonly name = "UnknownOutcomeError";

  constructor(attempted: Attempted, cause: unknown) {
    super(
      attempted,
      "was sent, but its outcome is unknown: read the platform before repeating it",
      cause,
    );
  }
}

/** The platform's own `resources` say that this may not be done, or the read person cannot be written back. */
export class NotAllowedError extends CommunityError {
  override readonly name = "NotAllowedError";

  constructor(attempted: Attempted, reason: string) {
    super(attempted, `was not sent: ${reason}`);
  }
}

/** A ref, `next` link or Location left the configured origin. Credentials were not sent there. */
export class ForeignOriginError extends CommunityError {
  override readonly name = "ForeignOriginError";

  constructor(attempted: Attempted) {
    super(
      attempted,
      "was not sent: its URL is not on the configured origin; check the base URL against the links the platform gives",
    );
  }
}

/** The login endpoint refused the credentials or the refresh token. */
export class LoginRefusedError extends Error {
  override readonly name = "LoginRefusedError";
  readonly status: number;

  constructor(status: number, cause?: unknown) {
    super(
      `POST /login was answered ${status}: check the consumer key and secret, the username and the password`,
      { cause },
    );
    this.status = status;
  }
}

/** Whether somebody was not let in: by the API, or already by the login. */
export function isRefusedSignIn(error: unknown): boolean {
  return (
    error instanceof LoginRefusedError ||
    (error instanceof ApiError && error.status === 401)
  );
}
