import type { Context } from "hono";
import { logUnavailable } from "../../shared/webhook/unavailable.ts";
import { fingerprintOf } from "../../shared/webhook/delivery.ts";
import { problem } from "../../shared/webhook/problem.ts";
import type { Dialect } from "./chat/dialect.ts";
import { createMessages } from "./chat/messages.ts";
import { type ChatDependencies, createReply } from "./reply.ts";

const maxBodyBytes = 32 * 1024;
/** How far off our clock a message may be that says when it was typed. */
const toleranceMs = 5 * 60_000;
/** For the way back, and for what is done after the last look. */
const marginMs = 600;
/** What a cold start and the way to us may have taken. More is a clock that is not ours. */
const maxDelayMs = 1_000;

/**
 * Takes what somebody typed in chat. Who is not authentic gets 401, what is not as the product documents it 400, and both
 * are a plain error to whoever reads it there. Everybody else is answered 200 and a sentence, also in trouble of our own:
 * chats do not try again, and show any other status as a code. Only where the secret cannot be read, so that nobody is
 * authentic, the answer is 503.
 */
export function createConversation(dependencies: ChatDependencies) {
  const { callers, zone, nowMs, log } = dependencies;
  const replyTo = createReply(dependencies);

  return async function converse(
    c: Context,
    dialect: Dialect,
  ): Promise<Response> {
    const receivedAtMs = nowMs();
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (bytes.length > maxBodyBytes) return problem(c, "payload-too-large");
    const body = new TextDecoder().decode(bytes);
    if (dialect.isProbe(body)) return c.body(null, 200);

    const identified = await callers.identify(c.req.param("caller") ?? "", {
      header: (name) => c.req.header(name),
      body: bytes,
    });
    if (!identified.caller) {
      log.warn("rejected", { reason: identified.reason });
      return problem(c, "unauthorized");
    }
    const { caller, signedAtMs } = identified;
    const incoming = dialect.read(body);
    if (incoming.kind === "malformed") {
      const { fields } = incoming;
      log.warn("invalid", { caller: caller.name, fields });
      const detail = "is missing, or not as the product documents it";
      const errors = fields.map((pointer) => ({ pointer, detail }));
      return problem(c, "validation-error", { errors });
    }
    const saidAtMs = signedAtMs ?? incoming.typedAtMs ?? receivedAtMs;
    if (Math.abs(saidAtMs - receivedAtMs) > toleranceMs) {
      log.warn("rejected", { reason: "stale-timestamp" });
      return problem(c, "unauthorized");
    }

    // Since then the product waits, and not only since a cold start was over.
    const sinceMs = Math.min(
      receivedAtMs,
      Math.max(saidAtMs, receivedAtMs - maxDelayMs),
    );
    const messages = createMessages({ isPublic: dialect.isPublic, zone });
    const text = await replyTo({
      caller,
      dialect,
      messages,
      incoming,
      // Times are signed in whole seconds; within one, the order of arrival counts.
      typedAtMs: Math.min(receivedAtMs, saidAtMs + 999),
      fingerprint: fingerprintOf(bytes),
      answerByMs: sinceMs + dialect.answerWithinMs - marginMs,
    }).catch((error: unknown) => {
      logUnavailable(log, error);
      return messages.unavailable();
    });
    return c.json(dialect.answer(text), 200);
  };
}
