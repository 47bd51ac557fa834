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
 * Why an avatar was refused or could not be read. A message may name the host. It contains neither the rest of the
 * URL, which may hold a token, nor the answer of the host.
 *
 * It intentionally has no `cause`, because an error of Node's HTTP parser holds the raw response.
 */
export class AvatarError extends Error {
  override readonly name = "AvatarError";
  readonly code: AvatarErrorCode;
  /** Whether another attempt may succeed. False if the avatar or the request breaks one of our rules. */
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
