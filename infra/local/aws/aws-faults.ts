import type { HttpAnswer, HttpRequest } from "../../pages/http-server.ts";
import { errorAnswer } from "./aws-error.ts";

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

/** What a failing call is answered: before it takes effect, and after it. */
type FaultAnswers = { before: HttpAnswer; after: HttpAnswer };

const dynamoDb = "com.amazonaws.dynamodb.v20120810";

/** A table is throttled, or DynamoDB loses the answer. */
export const dynamoDbFaultAnswers: FaultAnswers = {
  before: errorAnswer(
    400,
    `${dynamoDb}#ProvisionedThroughputExceededException`,
    "The level of configured provisioned throughput is exceeded.",
  ),
  after: errorAnswer(
    500,
    `${dynamoDb}#InternalServerError`,
    "Internal server error",
  ),
};

/** The account has no concurrency left, or Lambda loses the answer. */
export const lambdaFaultAnswers: FaultAnswers = {
  before: errorAnswer(429, "TooManyRequestsException", "Rate Exceeded."),
  after: errorAnswer(500, "ServiceException", "Service exception"),
};

/** The account has put too many events, or EventBridge loses the answer. */
export const eventBusFaultAnswers: FaultAnswers = {
  before: errorAnswer(400, "ThrottlingException", "Rate exceeded"),
  after: errorAnswer(500, "InternalException", "Internal error"),
};

/**
 * Wraps the handler of a service, so that a share of its calls fails.
 *
 * @param isRepeatable - whether a call may be repeated after it took effect. Others fail only before.
 */
export function failSometimes<Request = HttpRequest>(
  answer: (request: Request) => Promise<HttpAnswer>,
  awsFaults: AwsFaults | undefined,
  { before, after }: FaultAnswers,
  isRepeatable: (request: Request) => boolean = () => true,
): (request: Request) => Promise<HttpAnswer> {
  if (!awsFaults) return answer;
  const { failingShare, random } = awsFaults;
  return async (request) => {
    if (random() >= failingShare) return answer(request);
    if (random() < 0.5 || !isRepeatable(request)) return before;
    await answer(request);
    return after;
  };
}
