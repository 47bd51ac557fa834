/**
 * The call that an error reports. Error bodies and codes are not documented (docs/interface.md, §7), so errors differ
 * only by transport failure and status class. No error has a header, a body, a credential or a query string in it.
 */
type Attempted = {
  method: string;
  /** A template such as `/people/{personID}`, or `/{object}/<resource>` when the URL came from a ref. */
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

/** The platform answered with an error status. `retryAfterMs` is the pause that its Retry-After header asks for. */
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

/** The request succeeded, but the response does not have the documented shape. `problems` has no values of it. */
export class ApiShapeError extends CommunityError {
  override readonly name = "ApiShapeError";
  readonly problems: readonly string[];

  constructor(attempted: Attempted, problems: readonly string[]) {
    const shown = problems.slice(0, 5).join(", ");
    const more = problems.length > 5 ? `, and ${problems.length - 5} more` : "";
    super(
      attempted,
      `succeeded, but its response does not have the documented shape: ${shown}${more}`,
    );
    this.problems = problems;
  }
}

/**
 * No complete response of the platform arrived: none, or one that a working platform never gives. The call is safe to
 * repeat: it is idempotent, or the platform did not get it. The error does not prove that an idempotent call had no
 * effect.
 */
export class UnreachableError extends CommunityError {
  override readonly name = "UnreachableError";

  constructor(attempted: Attempted, cause: unknown) {
    super(
      attempted,
      "got no complete response: check the base URL, the network and the state of the platform",
      cause,
    );
  }
}

/** A write was sent, and it is unknown whether it took effect. Read the platform before you repeat the write. */
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

/** The object's `resources` do not allow the call, or the person that was read cannot be written back. */
export class NotAllowedError extends CommunityError {
  override readonly name = "NotAllowedError";
  readonly retryable = false;

  constructor(attempted: Attempted, reason: string) {
    super(attempted, `was not sent: ${reason}`);
  }
}

/** A ref, a `next` link or a Location points to another origin than the configured one. Nothing was sent there. */
export class ForeignOriginError extends CommunityError {
  override readonly name = "ForeignOriginError";
  readonly retryable = false;

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

/** Whether the platform refused the credentials, either at the API or at the login. */
export function isRefusedSignIn(error: unknown): boolean {
  return (
    error instanceof LoginRefusedError ||
    (error instanceof ApiError && error.status === 401)
  );
}

/** Undefined if the platform answers 404. Any other failure is thrown: it does not prove absence. */
export async function undefinedIfNotFound<T>(
  response: Promise<T>,
): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
