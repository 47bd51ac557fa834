import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export function refuse(
  status: ContentfulStatusCode,
  message: string,
  cause?: unknown,
): never {
  throw new HTTPException(status, { message, cause });
}

export function errorAnswer(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error: { status, message } }, { status, headers });
}

/** The answer for a thrown error. Any other error than an `HTTPException` is a bug: it is logged and answered 500. */
export function answerError(error: Error): Response {
  if (error instanceof HTTPException) {
    return errorAnswer(error.status, error.message);
  }
  console.error(error);
  return errorAnswer(500, "The stand-in failed. Its output has the error.");
}
