import type { HttpAnswer } from "../../../pages/http-server.ts";
import { errorAnswer } from "../aws-error.ts";

/**
 * What Secrets Manager can answer instead of a secret. The first three are outages. The others are answers about the
 * secret, which an operator can cause.
 *
 * @see Secrets Manager API reference, "GetSecretValue" and "Common Errors"
 */
export const secretFaults = {
  "internal-error": errorAnswer(
    500,
    "InternalServiceError",
    "An error occurred.",
  ),
  /** A part in front of the service answers, in a form that the SDK cannot read. */
  unavailable: {
    status: 503,
    headers: { "content-type": "text/html" },
    body: "<html>503 Service Unavailable</html>",
  },
  throttled: errorAnswer(400, "ThrottlingException", "Rate exceeded"),
  "access-denied": errorAnswer(
    400,
    "AccessDeniedException",
    "The identity is not authorized to perform secretsmanager:GetSecretValue.",
  ),
  deleted: errorAnswer(
    400,
    "ResourceNotFoundException",
    "Secrets Manager can't find the specified secret.",
  ),
  "marked-for-deletion": errorAnswer(
    400,
    "InvalidRequestException",
    "You can't perform this operation on the secret because it was marked for deletion.",
  ),
  "key-disabled": errorAnswer(
    400,
    "DecryptionFailure",
    "Secrets Manager can't decrypt the protected secret text using the provided KMS key.",
  ),
} satisfies Record<string, HttpAnswer>;

export type SecretFault = keyof typeof secretFaults;
