import { expect, test } from "vitest";
import {
  ApiError,
  ApiShapeError,
  ForeignOriginError,
  LoginRefusedError,
  NotAllowedError,
  UnknownOutcomeError,
  UnreachableError,
} from "../../../shared/community/errors.ts";
import { toStepFailure } from "../../../shared/workflow/failure.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { isUncertain } from "../../../shared/reason-codes.ts";
import { TokenError } from "../../../shared/token/token-error.ts";
import { rows } from "../../fixtures/rows.ts";

const attempted = { method: "POST", path: "/people" };
const cause = new Error("canary");

test.each(rows<
  [string, unknown, { code: string; retryable: boolean; uncertain?: boolean }]
>`
  a refusal | ${new ApiError(attempted, 400)} | ${{ code: "platform-refused-400", retryable: false }}
  a 501 | ${new ApiError(attempted, 501)} | ${{ code: "platform-refused-501", retryable: false }}
  a busy platform | ${new ApiError(attempted, 429)} | ${{ code: "platform-busy", retryable: true }}
  a platform that fell over | ${new ApiError(attempted, 500)} | ${{ code: "platform-error-500", retryable: true }}
  a platform in trouble | ${new ApiError(attempted, 503)} | ${{ code: "platform-error-503", retryable: true }}
  no answer | ${new UnreachableError(attempted, cause)} | ${{ code: "platform-unreachable", retryable: true }}
  a lost answer | ${new UnknownOutcomeError(attempted, cause)} | ${{ code: "outcome-unknown", retryable: true, uncertain: true }}
  an unreadable answer | ${new ApiShapeError(attempted, ["/id"])} | ${{ code: "answer-unreadable", retryable: true, uncertain: true }}
  a verb that is not allowed | ${new NotAllowedError(attempted, "canary")} | ${{ code: "not-allowed", retryable: false }}
  a link to another host | ${new ForeignOriginError(attempted)} | ${{ code: "foreign-origin", retryable: false }}
  a failed login | ${new TokenError("unavailable", cause)} | ${{ code: "login-failed", retryable: true }}
  a refused login | ${new TokenError("refused", cause)} | ${{ code: "login-refused", retryable: true }}
  a refused login of a person | ${new LoginRefusedError(401)} | ${{ code: "login-refused", retryable: true }}
  an error that knows it is final | ${Object.assign(new Error("canary"), { retryable: false })} | ${{ code: "unexpected", retryable: false }}
  an error that knows it may pass | ${Object.assign(new ForeignOriginError(attempted), { retryable: true })} | ${{ code: "foreign-origin", retryable: true }}
  any other error | ${new TypeError("canary")} | ${{ code: "unexpected", retryable: true }}
  what is no error at all | canary | ${{ code: "unexpected", retryable: true }}
  nothing | ${null} | ${{ code: "unexpected", retryable: true }}
`)("%s becomes its code, without its message", (_what, error, expected) => {
  const failure = toStepFailure(error);
  expect(failure).toMatchObject({
    name: "StepFailure",
    message: expected.code,
    retryable: expected.retryable,
  });
  expect(isUncertain(failure.code)).toBe(expected.uncertain ?? false);
  expect(
    JSON.stringify([failure, failure.message, failure.cause]),
  ).not.toContain("canary");
});

test("the pause that a platform asks for is kept", () => {
  const busy = new ApiError(attempted, 429, 30_000);
  const down = new ApiError(attempted, 503, 40_000);
  expect(toStepFailure(busy).retryAfterMs).toBe(30_000);
  expect(toStepFailure(down).retryAfterMs).toBe(40_000);
  const login = new TokenError("unavailable", busy);
  const write = new UnknownOutcomeError(attempted, down);
  expect(toStepFailure(login).retryAfterMs).toBe(30_000);
  expect(toStepFailure(write).retryAfterMs).toBe(40_000);
});

test("a failure with a code stays unchanged", () => {
  const failure = new StepFailure("employee-changed");
  expect(toStepFailure(failure)).toBe(failure);
});

test.each([
  ["AccessDeniedException", "store-denied"],
  ["InternalServerError", "store-unavailable"],
])("an error %s of DynamoDB is %s, and worth another attempt", (name, code) => {
  const error = Object.assign(new Error("canary"), { name, $metadata: {} });
  expect(toStepFailure(error)).toMatchObject({ code, retryable: true });
});
