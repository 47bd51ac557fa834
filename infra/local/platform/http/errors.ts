import { HTTPException } from "hono/http-exception";

/** An answer that is no success; its body is `{ error: { status, message } }`. */
export function errorAnswer(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error: { status, message } }, { status, headers });
}

/** Turns what a handler threw into an answer. Anything but an `HTTPException` is a fault of the stand-in: 500, and logged. */
export function answerError(error: Error): Response {
  if (error instanceof HTTPException) {
    return errorAnswer(error.status, error.message);
  }
  console.error(error);
  return errorAnswer(500, "The stand-in failed; its output says why.");
}
