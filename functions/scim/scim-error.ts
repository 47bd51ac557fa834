/** The error types of SCIM (RFC 7644, §3.12, and RFC 9865, §2.1) that we answer. */
type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue"
  | "invalidCursor"
  | "expiredCursor"
  | "invalidCount";

type ScimStatus =
  400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 501 | 503;

/** A request that is refused. The detail says what to do, and never quotes a value of the request. */
export class ScimError extends Error {
  override readonly name = "ScimError";

  readonly status: ScimStatus;
  readonly detail: string;
  readonly scimType: ScimType | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ScimStatus,
    detail: string,
    scimType?: ScimType,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${scimType ?? ""}`);
    this.status = status;
    this.detail = detail;
    this.scimType = scimType;
    this.headers = headers;
  }
}

/** A refusal of the intake, which has logged it. */
export class ScimEventRefused extends ScimError {}
