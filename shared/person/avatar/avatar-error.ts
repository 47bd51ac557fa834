export type AvatarErrorCode =
  | "url-not-allowed"
  | "address-not-allowed"
  | "unreachable"
  | "timeout"
  | "redirected"
  | "http-status"
  | "content-encoding"
  | "too-large"
  | "not-an-image"
  | "wrong-dimensions";

/**
 * Why an avatar was not taken. Messages may name the host, never the rest of its
 * URL (which may carry a token), and never what the host answered.
 *
 * Has no `cause` on purpose: an error of Node's HTTP parser holds the raw response.
 */
export class AvatarError extends Error {
  override readonly name = "AvatarError";
  readonly code: AvatarErrorCode;
  /** Whether the same avatar may succeed later. Never so when a rule was broken. */
  readonly retryable: boolean;

  constructor(
    code: AvatarErrorCode,
    message: string,
    { retryable = false }: { retryable?: boolean } = {},
  ) {
    super(message);
    this.code = code;
    this.retryable = retryable;
  }
}
