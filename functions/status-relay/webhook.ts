import type { ReceiverOptions } from "../../shared/webhook/receiver.ts";
import {
  type ChatDependencies,
  createCommandHandler,
  type ImmediateAnswer,
  responseUrlOf,
} from "./command-handler.ts";
import { statusEvents } from "./event.ts";
import type { Context } from "hono";
import { StepFailure } from "../../shared/step-failure.ts";
import { logUnavailable } from "../../shared/webhook/unavailable.ts";
import { fingerprintOf } from "../../shared/fingerprint.ts";
import { problem } from "../../shared/webhook/problem.ts";
import type {
  AuthenticRequest,
  MessageReceiver,
} from "../../shared/webhook/read-request.ts";
import type { RejectionReason } from "../../shared/webhook/schemes/scheme.ts";
import type { ChatAdapter } from "./chat/adapter.ts";
import { chatAdapterOf, isChatUrlTest } from "./chat/adapters.ts";
import { createMessages } from "./chat/messages.ts";
import { postAnswer } from "./chat/post-answer.ts";

/** `POST /status/{caller}` takes `status.set` from systems and messages of chat users. */
export function statusReceiver(
  dependencies: ChatDependencies,
): ReceiverOptions {
  return {
    path: "/status",
    events: statusEvents(dependencies.statusMaxLength),
    messages: createChatReceiver(dependencies),
  };
}

const maxBodyBytes = 32 * 1024;
/** How far the time of a message may be off our clock. */
const toleranceMs = 5 * 60_000;
/** The time for the last read of the operation, and for the way of the answer back to the chat tool. */
const marginMs = 600;
/** The longest plausible delay between chat tool and receiver, with a cold start. More is a clock difference. */
const maxDelayMs = 1_000;
/** For an answer that is posted before the HTTP response, because the chat tool also waits for that response. */
const postTimeoutMs = 1_500;

/**
 * Creates the receiver of chat messages, for authentic requests. A body that is too large or malformed and a message
 * that is too old get an error, and a message that needs no answer gets 200. All others get 200 and a sentence, even
 * during our own outage, because chat tools do not repeat a request, and show the user any other status as a code.
 */
function createChatReceiver(dependencies: ChatDependencies): MessageReceiver {
  const { zone, statusPresets, http, log } = dependencies;
  const handleCommand = createCommandHandler(dependencies);

  return {
    isUrlTest: (body) =>
      body.length <= maxBodyBytes && isChatUrlTest(decode(body)),
    receive: (c, request) => {
      const adapter = chatAdapterOf(request.caller.chat);
      return adapter && receiveChat(c, adapter, request);
    },
  };

  async function receiveChat(
    c: Context,
    adapter: ChatAdapter,
    { caller, signedAtMs, body, receivedAtMs }: AuthenticRequest,
  ): Promise<Response> {
    if (body.length > maxBodyBytes) return problem(c, "payload-too-large");
    const message = adapter.read(decode(body));
    if (message.kind === "malformed") {
      const { fields } = message;
      log.warn("invalid", { caller: caller.name, fields });
      const detail = "is missing or differs from the chat tool's documentation";
      const errors = fields.map((pointer) => ({ pointer, detail }));
      return problem(c, "validation-error", { errors });
    }
    if (message.kind === "ignored") return c.json({}, 200);
    if (message.kind === "check") return c.json(message.answer, 200);
    const sentAtMs = message.typedAtMs ?? signedAtMs ?? receivedAtMs;
    if (Math.abs(sentAtMs - receivedAtMs) > toleranceMs) {
      const reason: RejectionReason = "stale-timestamp";
      log.warn("rejected", { reason });
      return problem(c, "unauthorized");
    }

    // The chat tool has waited since it sent the message. A cold start is part of that time.
    const waitingSinceMs = Math.min(
      receivedAtMs,
      Math.max(sentAtMs, receivedAtMs - maxDelayMs),
    );
    const messages = createMessages({
      isPublic: adapter.isAnswerPublic,
      zone: message.zone ?? zone,
      locale: message.locale,
      presets: statusPresets,
    });
    const answer = await handleCommand({
      caller,
      adapter,
      messages,
      message,
      // Signed times are whole seconds. Within one second, the order of arrival counts.
      typedAtMs: Math.min(receivedAtMs, sentAtMs + 999),
      fingerprint: fingerprintOf(body),
      answerByMs: waitingSinceMs + adapter.answerWithinMs - marginMs,
    }).catch((error: unknown): ImmediateAnswer => {
      logUnavailable(log, error);
      return { text: messages.unavailable() };
    });
    // The chat tool shows no HTTP response to a message that is answered late, and no workflow answers this one.
    const url = responseUrlOf({ caller, adapter, message });
    if (message.isAnsweredLate && !answer.isInterim && url !== undefined)
      await postAnswer(
        { http, adapter, url, timeoutMs: postTimeoutMs },
        answer,
      ).catch((error: unknown) => {
        const reason = error instanceof StepFailure ? error.code : "unexpected";
        log.warn("not answered", { caller: caller.name, reason });
      });
    const { userId } = message;
    const { text, buttons = [] } = answer;
    return c.json(adapter.answer(text, { userId, buttons }), 200);
  }
}

function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
