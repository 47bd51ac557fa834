import type {
  SchemeRecord,
  SchemeVerdict,
  Sent,
  VerifySignature,
} from "../../../../shared/webhook/schemes/scheme.ts";

/** Verifies requests by the record of a scheme, for an entry with these fields. */
export function verifyBy(scheme: SchemeRecord, entry = {}): VerifySignature {
  const verifyJwt = () => Promise.reject(new Error("no scheme of these tests"));
  return (...request) =>
    scheme.verify(entry, ...request, verifyJwt) as SchemeVerdict;
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
