import type {
  SchemeRecord,
  SchemeVerdict,
  Sent,
} from "../../../../shared/webhook/schemes/scheme.ts";

type Request = {
  headers: Record<string, string | undefined>;
  body?: string | Uint8Array;
  keys: readonly string[];
  nowMs?: number;
  /** What the entry of the caller says of the scheme. */
  entry?: object | undefined;
};

/** Verifies a request by the record of a scheme. */
export function verifyBy(
  scheme: SchemeRecord,
  { headers, body = "", keys, nowMs = 0, entry = {} }: Request,
): SchemeVerdict {
  const verifyJwt = () => Promise.reject(new Error("no test has this scheme"));
  const request = {
    header: (name: string) => headers[name],
    body: Buffer.from(body),
  };
  // Only the scheme jwt resolves to its verdict later.
  return scheme.verify(entry, request, keys, nowMs, verifyJwt) as SchemeVerdict;
}

/** Does the same, and tells the verdict in a word: `authentic`, or the reason why it is not. */
export function verdictOf(...request: Parameters<typeof verifyBy>): string {
  const verdict = verifyBy(...request);
  return verdict.authentic ? "authentic" : verdict.reason;
}

/** The value of a header of a request that is signed by the record of a scheme. */
export function signBy(
  scheme: SchemeRecord,
  header: string,
  key: string,
  { timestamp = "", body = "" }: Partial<Omit<Sent, "id">> = {},
): string {
  return scheme.sign({}, key, { id: "", timestamp, body })[header]!;
}
