import * as z from "zod";

/** The requests that a rule matches: all requests without a method and a path. */
const target = {
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  /** A template below /api/core/v3 such as "/people/{personID}/images", or "/login". */
  path: z.string().startsWith("/").optional(),
  /** Number of matching requests that pass unchanged first. @default 0 */
  skip: z.int().min(0).optional(),
  /** Number of requests to which the rule applies, after the ones that pass. @default all */
  times: z.int().min(1).optional(),
};

const kind = <K extends string>(name: K) => ({
  ...target,
  kind: z.literal(name),
});

export const faultRuleSchema = z.discriminatedUnion("kind", [
  /** The request waits, and then goes on. */
  z.strictObject({ ...kind("latency"), ms: z.int().min(0).max(600_000) }),
  /** The request has no effect and gets this answer. `retryAfter` is a number of seconds or an HTTP date. */
  z.strictObject({
    ...kind("status"),
    status: z.int().min(400).max(599),
    retryAfter: z
      .union([z.int().min(0), z.string().regex(/^[\w ,:+-]+$/)])
      .optional(),
  }),
  /** The request has no effect, and its socket is reset. */
  z.strictObject(kind("reset-before")),
  /** The request takes effect, then the socket is reset instead of an answer. */
  z.strictObject(kind("reset-after")),
  /**
   * The socket is reset at once. The request takes effect later: when this number of later requests to the same path
   * has been handled.
   */
  z.strictObject({ ...kind("late-effect"), afterRequests: z.int().min(1) }),
  /** The request takes effect, then the socket ends in the middle of the body of the answer. */
  z.strictObject(kind("truncated-body")),
  /** The request takes effect. The JSON of the answer lacks its last character. */
  z.strictObject(kind("malformed-json")),
  /** The JSON of a GET begins with this text instead of the guard line. "" makes the guard line missing. */
  z.strictObject({ ...kind("guard-line"), text: z.string() }),
  /** The answer of the login has no lifetime of the token. */
  z.strictObject(kind("no-token-lifetime")),
  /** The access token of the request expires just before it. */
  z.strictObject(kind("token-expired")),
  /** All temporary images expire just before the request. */
  z.strictObject(kind("temporary-images-expired")),
  /** A deletion is accepted only. The person is removed after a number of reads, after a time, or never. */
  z.strictObject({
    ...kind("late-deletion"),
    gone: z.union([
      z.literal("never"),
      z.strictObject({ afterReads: z.int().min(0) }),
      z.strictObject({ afterMs: z.int().min(0) }),
    ]),
  }),
  /** A part of the answer has another origin: its `next` and `prev`, every `ref`, or its Location. */
  z.strictObject({
    ...kind("foreign-host"),
    of: z.enum(["links", "ref", "location"]),
    /** Scheme, host and port. */
    origin: z.string().regex(/^https?:\/\/[\w.:-]+$/),
  }),
]);

export type FaultRule = z.infer<typeof faultRuleSchema>;
