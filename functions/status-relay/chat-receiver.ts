import type { Context } from "hono";
import { logUnavailable } from "../../shared/webhook/unavailable.ts";
import { fingerprintOf } from "../../shared/webhook/delivery.ts";
import { problem } from "../../shared/webhook/problem.ts";
import type { RejectionReason } from "../../shared/webhook/schemes/scheme.ts";
import type { ChatAdapter } from "./chat/adapter.ts";
import { createMessages } from "./chat/messages.ts";
import {
  type ChatDependencies,
  createCommandHandler,
} from "./command-handler.ts";

const maxBodyBytes = 32 * 1024;
/** How far the time of a message may be off our clock. */
const toleranceMs = 5 * 60_000;
/** Reserved for the last read of the operation and for the way of the answer back to the product. */
const marginMs = 600;
/**
 * The longest plausible delay between product and receiver, cold start included. A longer one is a clock difference.
 */
const maxDelayMs = 1_000;

/**
 * Creates the receiver of chat messages. It answers 401 to a request that is not authentic, and 400 to a malformed
 * body. All others get 200 and a sentence, also during our own outage, because chat tools do not repeat a request
 * and show any other status as a code. Only if the callers secret cannot be read, the answer is 503.
 */
export function createChatReceiver(dependencies: ChatDependencies) {
  const { callers, zone, nowMs, log } = dependencies;
  const handleCommand = createCommandHandler(dependencies);

  return async function receiveChat(
    c: Context,
    adapter: ChatAdapter,
  ): Promise<Response> {
    const receivedAtMs = nowMs();
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (bytes.length > maxBodyBytes) return problem(c, "payload-too-large");
    const body = new TextDecoder().decode(bytes);
    if (adapter.isProbe(body)) return c.body(null, 200);

    const identified = await callers.identify(c.req.param("caller") ?? "", {
      header: (name) => c.req.header(name),
      body: bytes,
    });
    if (!identified.caller) {
      log.warn("rejected", { reason: identified.reason });
      return problem(c, "unauthorized");
    }
    const { caller, signedAtMs } = identified;
    const message = adapter.read(body);
    if (message.kind === "malformed") {
      const { fields } = message;
      log.warn("invalid", { caller: caller.name, fields });
      const detail = "is missing or differs from the product's documentation";
      const errors = fields.map((pointer) => ({ pointer, detail }));
      return problem(c, "validation-error", { errors });
    }
    const sentAtMs = signedAtMs ?? message.typedAtMs ?? receivedAtMs;
    if (Math.abs(sentAtMs - receivedAtMs) > toleranceMs) {
      const reason: RejectionReason = "stale-timestamp";
      log.warn("rejected", { reason });
      return problem(c, "unauthorized");
    }

    // The product has waited since it sent the message. A cold start is part of that time.
    const waitingSinceMs = Math.min(
      receivedAtMs,
      Math.max(sentAtMs, receivedAtMs - maxDelayMs),
    );
    const messages = createMessages({ isPublic: adapter.isPublic, zone });
    const text = await handleCommand({
      caller,
      adapter,
      messages,
      message,
      // Signed times are whole seconds. Within one second, the order of arrival counts.
      typedAtMs: Math.min(receivedAtMs, sentAtMs + 999),
      fingerprint: fingerprintOf(bytes),
      answerByMs: waitingSinceMs + adapter.answerWithinMs - marginMs,
    }).catch((error: unknown) => {
      logUnavailable(log, error);
      return messages.unavailable();
    });
    return c.json(adapter.answer(text), 200);
  };
}
