import * as z from "zod";

/** Which requests a rule meets; without a method or a path, all of them. */
const target = {
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  /** A template below /api/core/v3 such as "/people/{personID}/images", or "/login". */
  path: z.string().startsWith("/").optional(),
  /** Requests that are let pass first. @default 0 */
  skip: z.int().min(0).optional(),
  /** Requests that are hit after those. @default all */
  times: z.int().min(1).optional(),
};

const kind = <K extends string>(name: K) => ({
  ...target,
  kind: z.literal(name),
});

export const faultRuleSchema = z.discriminatedUnion("kind", [
  /** The request waits before anything else happens to it. */
  z.strictObject({ ...kind("latency"), ms: z.int().min(0).max(600_000) }),
  /** Nothing happens but this answer; `retryAfter` is a number of seconds or an HTTP date. */
  z.strictObject({
    ...kind("status"),
    status: z.int().min(400).max(599),
    retryAfter: z
      .union([z.int().min(0), z.string().regex(/^[\w ,:+-]+$/)])
      .optional(),
  }),
  /** The socket is reset and nothing has happened. */
  z.strictObject(kind("reset-before")),
  /** The request takes effect, then the socket is reset instead of an answer. */
  z.strictObject(kind("reset-after")),
  /** The request takes effect; the socket ends in the middle of the body of the answer. */
  z.strictObject(kind("truncated-body")),
  /** The request takes effect; the JSON of the answer lacks its last character. */
  z.strictObject(kind("malformed-json")),
  /** Another text stands before the JSON of a GET: "" for a guard line that is missing. */
  z.strictObject({ ...kind("guard-line"), text: z.string() }),
  /** The login tells no lifetime of its token. */
  z.strictObject(kind("no-token-lifetime")),
  /** The access token of the request expires just before it. */
  z.strictObject(kind("token-expired")),
  /** All temporary images expire just before the request. */
  z.strictObject(kind("temporary-images-expired")),
  /** A deletion is only accepted: done after so many reads or that time, or never. */
  z.strictObject({
    ...kind("late-deletion"),
    gone: z.union([
      z.literal("never"),
      z.strictObject({ afterReads: z.int().min(0) }),
      z.strictObject({ afterMs: z.int().min(0) }),
    ]),
  }),
  /** The answer leads to another host: its `next` and `prev`, every `ref`, or its Location. */
  z.strictObject({
    ...kind("foreign-host"),
    of: z.enum(["links", "ref", "location"]),
    /** Scheme, host and port. */
    origin: z.string().regex(/^https?:\/\/[\w.:-]+$/),
  }),
]);

export type FaultRule = z.infer<typeof faultRuleSchema>;
