import {
  type FaultRule,
  faultRuleSchema,
} from "../../../infra/platform/faults/faults.ts";

/** One request of a scenario: the request to this route that comes after `skip` others. */
export type FaultTarget = {
  method: string;
  path: string;
  skip: number;
  /** It repeats a request with a new token, because the token of that request had expired. */
  isSignedAnew?: boolean;
};

/** A scenario without faults. Runs with faults are compared with it. */
export type Baseline = {
  /** Every request to the platform. */
  targets: readonly FaultTarget[];
  /** Every change on the platform, sorted. */
  writes: readonly string[];
};

/** A fault at one request of a scenario, for `times` requests or without end. */
export type Case = { fault: string; target: FaultTarget; times?: number };

/** Longer than any pause that we choose. A pause of this length shows that we obey the header. */
export const retryAfterSeconds = 400;

type FaultKind = {
  /** The rule without its target and its number of requests. */
  rule: (nowMs: number) => object;
  /** @default every request */
  meets?: (target: FaultTarget) => boolean;
  /** Whether it is a valid answer of the platform. It is not retried, and the operation ends with it as its reason. */
  isAnswer?: boolean;
  /** Whether a workflow survives it only once for each request. */
  isOnce?: boolean;
};

const isLogin = ({ path }: FaultTarget) => path === "/login";
const isRead = ({ method }: FaultTarget) => method === "GET";
const hasBody = ({ method }: FaultTarget) => method !== "DELETE";
const isSigned = (target: FaultTarget) =>
  !isLogin(target) && !isAsPerson(target) && !target.isSignedAnew;
const isAsPerson = ({ path }: FaultTarget) =>
  ["/people/{personID}/tasks", "/people/{personID}/streams"].includes(path);

const status =
  (status: number, retryAfter?: (nowMs: number) => number | string) =>
  (nowMs: number) => ({
    kind: "status",
    status,
    ...(retryAfter && { retryAfter: retryAfter(nowMs) }),
  });
const inSeconds = () => retryAfterSeconds;
const asDate = (nowMs: number) =>
  new Date(nowMs + retryAfterSeconds * 1000).toUTCString();
const elsewhere = "http://elsewhere.example:80";

/** Every kind of injected fault, by name. */
export const faults: Readonly<Record<string, FaultKind>> = {
  "429": { rule: status(429) },
  "429, Retry-After in seconds": { rule: status(429, inSeconds) },
  "429, Retry-After as a date": { rule: status(429, asDate) },
  "500": { rule: status(500) },
  // We treat 502 and 504 the same way.
  "503": { rule: status(503) },
  "503, Retry-After in seconds": { rule: status(503, inSeconds) },
  "a reset before it took effect": { rule: () => ({ kind: "reset-before" }) },
  "a reset after it took effect": { rule: () => ({ kind: "reset-after" }) },
  "half an answer": {
    rule: () => ({ kind: "truncated-body" }),
    meets: hasBody,
  },
  "broken JSON": { rule: () => ({ kind: "malformed-json" }), meets: hasBody },
  "a page instead of JSON": {
    rule: () => ({ kind: "guard-line", text: "<html>Back soon</html>" }),
    meets: isRead,
  },
  "no guard line": {
    rule: () => ({ kind: "guard-line", text: "" }),
    meets: isRead,
  },
  "some latency": { rule: () => ({ kind: "latency", ms: 20 }) },
  "an expired token": {
    rule: () => ({ kind: "token-expired" }),
    meets: isSigned,
    isOnce: true,
  },
  "a token without a lifetime": {
    rule: () => ({ kind: "no-token-lifetime" }),
    meets: isLogin,
  },
  "expired temporary images": {
    rule: () => ({ kind: "temporary-images-expired" }),
    meets: ({ path }) => path === "/people/{personID}/images",
    isOnce: true,
  },
  "a deletion after some reads": {
    rule: () => ({ kind: "late-deletion", gone: { afterReads: 4 } }),
    meets: ({ method }) => method === "DELETE",
  },
  "a deletion after some time": {
    rule: () => ({ kind: "late-deletion", gone: { afterMs: 60 } }),
    meets: ({ method }) => method === "DELETE",
  },
  "a deletion that is never done": {
    rule: () => ({ kind: "late-deletion", gone: "never" }),
    meets: ({ method }) => method === "DELETE",
    isAnswer: true,
  },
  "a refused login": { rule: status(401), meets: isLogin, isAnswer: true },
  "400": { rule: status(400), isAnswer: true },
  "403": { rule: status(403), isAnswer: true },
  "404": { rule: status(404), isAnswer: true },
  "409": { rule: status(409), isAnswer: true },
  "501": { rule: status(501), isAnswer: true },
  "links to another host": {
    rule: () => ({ kind: "foreign-host", of: "links", origin: elsewhere }),
    meets: isRead,
    isAnswer: true,
  },
  "refs to another host": {
    rule: () => ({ kind: "foreign-host", of: "ref", origin: elsewhere }),
    isAnswer: true,
  },
  "a Location at another host": {
    rule: () => ({ kind: "foreign-host", of: "location", origin: elsewhere }),
    meets: ({ path }) => path === "/profileImages/temporary",
    isAnswer: true,
  },
};

/** The rule that injects this fault at its target, for `times` requests. */
export function ruleOf(
  { fault, target: { method, path, skip }, times }: Case,
  nowMs: number,
): FaultRule {
  return faultRuleSchema.parse({
    ...faults[fault]?.rule(nowMs),
    method,
    path,
    skip,
    ...(times !== undefined && { times }),
  });
}

/** The names of the faults that are possible at this target. */
export function faultsAt(
  target: FaultTarget,
  isWanted: (fault: FaultKind) => boolean,
): string[] {
  return Object.entries(faults)
    .filter(([, one]) => isWanted(one) && (one.meets?.(target) ?? true))
    .map(([name]) => name);
}
