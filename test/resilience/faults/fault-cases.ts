import {
  type FaultRule,
  faultRuleSchema,
} from "../../../infra/local/platform/faults/fault-rule.ts";

/** One place of a story: the request to this route that comes after `skip` others. */
export type FaultTarget = {
  method: string;
  path: string;
  skip: number;
  /** It was signed anew, because the token of the one before had ended. */
  isSignedAnew?: boolean;
};

/** A fault at one place of a story: for so many requests, or for good. */
export type Case = { fault: string; place: FaultTarget; times?: number };

/** Longer than any pause of our own accord, so that a pause as long is obedience. */
export const retryAfterSeconds = 400;

type FaultKind = {
  /** What it is, but for where and for how long. */
  rule: (nowMs: number) => object;
  /** @default every request */
  meets?: (place: FaultTarget) => boolean;
  /** Whether the platform means it: then trying again is no use, and what it says is what the operation says. */
  isAnswer?: boolean;
  /** Whether it passes only if it comes once: what we do about it is done once for each request. */
  isOnce?: boolean;
};

const isLogin = ({ path }: FaultTarget) => path === "/login";
const isRead = ({ method }: FaultTarget) => method === "GET";
const hasBody = ({ method }: FaultTarget) => method !== "DELETE";
const isSigned = (place: FaultTarget) =>
  !isLogin(place) && !isAsPerson(place) && !place.isSignedAnew;
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

/** Every kind of an injected fault, by name. */
export const faults: Readonly<Record<string, FaultKind>> = {
  "429": { rule: status(429) },
  "429, Retry-After in seconds": { rule: status(429, inSeconds) },
  "429, Retry-After as a date": { rule: status(429, asDate) },
  "500": { rule: status(500) },
  // To us, 502 and 504 are the same.
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
  "a token of untold lifetime": {
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

/** The rule that has this fault meet this place, for so many requests. */
export function ruleOf(
  { fault, place: { method, path, skip }, times }: Case,
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

/** The names of the faults that can meet this place. */
export function faultsAt(
  place: FaultTarget,
  isWanted: (fault: FaultKind) => boolean,
): string[] {
  return Object.entries(faults)
    .filter(([, one]) => isWanted(one) && (one.meets?.(place) ?? true))
    .map(([name]) => name);
}
