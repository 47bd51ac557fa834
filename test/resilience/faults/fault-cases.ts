import {
  type FaultRule,
  faultRuleSchema,
} from "../../../infra/platform/faults/faults.ts";

/** One request of a scenario: the request to this route (`method` and `path`) that comes after `skip` others. */
export type FaultTarget = {
  method: string;
  path: string;
  skip: number;
  /** Whether the request repeats the one before with a new token, because the old token had expired. */
  isSignedAnew?: boolean;
};

/** A fault at one request of a scenario, for `times` requests or without end. */
export type Case = { fault: string; target: FaultTarget; times?: number };

type FaultKind = {
  /** The rule without its target and its number of requests. */
  rule: object;
  /** Whether the fault is possible at a request. @default at every request */
  meets?: (target: FaultTarget) => boolean;
  /** Whether the fault is a valid answer of the platform, which is not retried: the operation ends for this reason. */
  isAnswer?: boolean;
  /** Whether a workflow survives the fault only once for each request. */
  isOnce?: boolean;
};

const isLogin = ({ path }: FaultTarget) => path === "/login";
const isDeletion = ({ method }: FaultTarget) => method === "DELETE";
const hasBody = (target: FaultTarget) => !isDeletion(target);
const isSigned = ({ path, isSignedAnew }: FaultTarget) =>
  !isSignedAnew &&
  ![
    "/login",
    "/people/{personID}/tasks",
    "/people/{personID}/streams",
  ].includes(path);

const status = (code: number) => ({ kind: "status", status: code });
/** In seconds: longer than each pause that we make of our own accord. */
const retryAfter = 400;

/**
 * Every kind of injected fault that a workflow can tell from the others, by name. The reasons of all errors are in
 * `test/shared/workflow/failure.test.ts`, and the attempts and pauses in `steps.test.ts` beside it.
 */
export const faults: Readonly<Record<string, FaultKind>> = {
  "429, Retry-After": { rule: { ...status(429), retryAfter } },
  "503": { rule: status(503) },
  "503, Retry-After": { rule: { ...status(503), retryAfter } },
  "a reset before it took effect": { rule: { kind: "reset-before" } },
  "a reset after it took effect": { rule: { kind: "reset-after" } },
  "half an answer": { rule: { kind: "truncated-body" }, meets: hasBody },
  "broken JSON": { rule: { kind: "malformed-json" }, meets: hasBody },
  "an expired token": {
    rule: { kind: "token-expired" },
    meets: isSigned,
    isOnce: true,
  },
  "expired temporary images": {
    rule: { kind: "temporary-images-expired" },
    meets: ({ path }) => path === "/people/{personID}/images",
    isOnce: true,
  },
  "a deletion after some reads": {
    rule: { kind: "late-deletion", gone: { afterReads: 4 } },
    meets: isDeletion,
  },
  "a deletion after some time": {
    rule: { kind: "late-deletion", gone: { afterMs: 60 } },
    meets: isDeletion,
  },
  "a deletion that is never done": {
    rule: { kind: "late-deletion", gone: "never" },
    meets: isDeletion,
    isAnswer: true,
  },
  "a refused login": { rule: status(401), meets: isLogin, isAnswer: true },
  "400": { rule: status(400), isAnswer: true },
  "404": { rule: status(404), isAnswer: true },
  "409": { rule: status(409), isAnswer: true },
  "501": { rule: status(501), isAnswer: true },
  "refs to another host": {
    rule: {
      kind: "foreign-host",
      of: "ref",
      origin: "http://elsewhere.example:80",
    },
    isAnswer: true,
  },
};

/** The rule that injects this fault at its target, for `times` requests. */
export function ruleOf({ fault, target, times }: Case): FaultRule {
  const { method, path, skip } = target;
  return faultRuleSchema.parse({
    ...faults[fault]?.rule,
    method,
    path,
    skip,
    ...(times !== undefined && { times }),
  });
}

/** The names of the faults that are possible at this target. */
export function faultsAt(target: FaultTarget): string[] {
  return Object.entries(faults)
    .filter(([, { meets }]) => meets?.(target) ?? true)
    .map(([name]) => name);
}
