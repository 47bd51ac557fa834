import type { Context } from "hono";
import * as z from "zod/mini";
import type { Operation } from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import {
  validationIssuesOf,
  validationMessages,
} from "../../shared/webhook/validation-issues.ts";
import { problem } from "../../shared/webhook/problem.ts";

/** Other text cannot be an operation id, and may be longer than the store allows. */
export const idPattern = "[\\w-]{1,64}";

const hourMs = 60 * 60 * 1000;
const maxBodyBytes = 64 * 1024;

/** A release from the limits. */
const releaseSchema = z.strictObject({
  operations: z
    .array(z.string().check(z.regex(new RegExp(`^${idPattern}$`))))
    .check(z.minLength(1), z.maxLength(100)),
  /** When the release expires. After that, the limit holds operations that have not run yet. */
  hours: z._default(z.number().check(z.gt(0), z.lte(24)), 1),
});

type ReleaseOptions = {
  operations: Operations;
  nowMs: () => number;
  /** The author of the change, for the history. */
  author: string;
  caller: Caller;
  /** Runs after each release. */
  startIfAccepted: (operation: Operation) => Promise<void>;
};

/** Releases each held operation from its limit, and answers for each of them whether it is released. */
export async function releaseOperations(
  c: Context,
  { operations, nowMs, author, caller, startIfAccepted }: ReleaseOptions,
): Promise<Response> {
  const body = await c.req.arrayBuffer();
  if (body.byteLength > maxBodyBytes) return problem(c, "payload-too-large");
  const release = releaseSchema.safeParse(
    parseJson(new TextDecoder().decode(body)),
    validationMessages,
  );
  if (!release.success)
    return problem(c, "validation-error", {
      errors: validationIssuesOf(release.error.issues),
    });
  const untilMs = nowMs() + release.data.hours * hourMs;
  const released = await Promise.all(
    [...new Set(release.data.operations)].map(async (id) => {
      const operation = await operations.get(id);
      if (!operation) return { id, released: false, reason: "not-found" };
      // Four-eyes principle: the caller that sent an event must not release it.
      if (operation.caller === caller.name)
        return { id, released: false, reason: "sent-by-yourself" };
      const moved = await operations.release(operation, author, untilMs);
      if (!moved) return { id, released: false, reason: "not-held" };
      await startIfAccepted(moved);
      return { id, released: true };
    }),
  );
  return c.json({ operations: released });
}
