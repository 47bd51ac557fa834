import type { HttpAnswer, HttpRequest } from "../../pages/http-server.ts";
import { errorAnswer } from "./aws-error.ts";
import type { Asked, Permits } from "./permissions.ts";

/** Faults that AWS has, for its stand-ins. Each part that has this option describes its effect there. */
export type AwsFaults = {
  /** The share of calls to AWS that fail: half of them before they take effect, half after it. From 0 to 1. */
  failingShare: number;
  /** The share of events and invocations that arrive twice. From 0 to 1. */
  duplicateShare: number;
  /** An event waits for a random time up to this one, so events arrive in any order. */
  maxDelayMs: number;
  /** Uniform in [0, 1). */
  random: () => number;
};

/** How `withAwsConditions` reads the requests of a service, and what it answers for the service. */
type AwsService<Request> = {
  /** What a request does, as IAM sees it. */
  askedOf: (request: NoInfer<Request>) => Asked;
  /** The answer to a call that fails before it takes effect. */
  throttled: HttpAnswer;
  /** The answer in place of the lost answer of a call that took effect. */
  lost: HttpAnswer;
  /** Whether a call may fail after its effect, because a repeat does no harm. @default every call may */
  isRepeatable?: (request: NoInfer<Request>) => boolean;
};

/** What can go wrong for the callers of a local service. */
export type AwsConditions = {
  /** Lets a share of the calls fail, before or after their effect. @default never */
  awsFaults?: AwsFaults | undefined;
  /** Which requests IAM allows. @default all */
  permits?: Permits | undefined;
};

/** Wraps the handler of a service: refuses what a signer may not send, and lets a share of the other requests fail. */
export function withAwsConditions<
  Request extends Pick<HttpRequest, "headers"> = HttpRequest,
>(
  answer: (request: Request) => Promise<HttpAnswer>,
  { askedOf, throttled, lost, isRepeatable = () => true }: AwsService<Request>,
  { awsFaults, permits }: AwsConditions,
): (request: Request) => Promise<HttpAnswer> {
  return async (request) => {
    if (permits && !permits(signerOf(request), askedOf(request))) return denied;
    if (!awsFaults || awsFaults.random() >= awsFaults.failingShare)
      return answer(request);
    if (awsFaults.random() < 0.5 || !isRepeatable(request)) return throttled;
    await answer(request);
    return lost;
  };
}

const denied = errorAnswer(
  400,
  "AccessDeniedException",
  "The role does not allow this.",
);

function signerOf({ headers }: Pick<HttpRequest, "headers">): string {
  const [authorization = ""] = headers.get("authorization") ?? [];
  return /Credential=([^/]+)\//.exec(authorization)?.[1] ?? "unsigned";
}
