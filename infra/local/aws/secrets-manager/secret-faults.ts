import { type HttpAnswer, jsonAnswer } from "../../../pages/http-server.ts";

/**
 * What Secrets Manager can answer instead of a secret. The first three are outages. The others are answers about the
 * secret, which an operator can cause.
 *
 * @see Secrets Manager API reference, "GetSecretValue" and "Common Errors"
 */
const faults = {
  "internal-error": [500, "InternalServiceError", "An error occurred."],
  /** A part in front of the service answers, in a form that the SDK cannot read. */
  unavailable: [503, "", "<html>503 Service Unavailable</html>"],
  throttled: [400, "ThrottlingException", "Rate exceeded"],
  "access-denied": [
    400,
    "AccessDeniedException",
    "The identity is not authorized to perform secretsmanager:GetSecretValue.",
  ],
  deleted: [
    400,
    "ResourceNotFoundException",
    "Secrets Manager can't find the specified secret.",
  ],
  "marked-for-deletion": [
    400,
    "InvalidRequestException",
    "You can't perform this operation on the secret because it was marked for deletion.",
  ],
  "key-disabled": [
    400,
    "DecryptionFailure",
    "Secrets Manager can't decrypt the protected secret text using the provided KMS key.",
  ],
} as const satisfies Record<string, readonly [number, string, string]>;

export type SecretFault = keyof typeof faults;

export function answerWithFault(fault: SecretFault): HttpAnswer {
  const [status, type, message] = faults[fault];
  if (type === "")
    return { status, headers: { "content-type": "text/html" }, body: message };
  return jsonAnswer(
    status,
    { __type: type, Message: message, message },
    {
      "content-type": "application/x-amz-json-1.1",
      "x-amzn-errortype": type,
    },
  );
}
