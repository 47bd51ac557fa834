import type { Http } from "../../shared/community/http.ts";
import { isSafeTarget } from "../../shared/safe-target.ts";
import { isSettled, type Operation } from "../../shared/store/operation.ts";
import { createIntake } from "../../shared/webhook/intake.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import type { ReceiverDependencies } from "../../shared/webhook/receiver.ts";
import { waitUntilSettled } from "../../shared/webhook/prefer-wait.ts";
import type { ChatAdapter, ChatMessage } from "./chat/adapter.ts";
import { type Command, parseCommand } from "./chat/command.ts";
import { type Answer, type Messages, resultAnswer } from "./chat/messages.ts";
import type { StatusRelaySettings } from "./config.ts";
import { chatEvents } from "./event.ts";
import { type ReadStatus, readStatusSchema } from "./read-status.ts";
import type { StoredStatus } from "./stored-status.ts";

export type ChatDependencies = ReceiverDependencies &
  StatusRelaySettings & {
    /** Posts answers that a chat tool does not show as HTTP response. */
    http: Http;
  };

/** An authentic chat message, and how it is answered. */
type ChatRequest = {
  caller: Caller;
  adapter: ChatAdapter;
  messages: Messages;
  message: ChatMessage;
  typedAtMs: number;
  /** SHA-256 of the request as received. */
  fingerprint: string;
  /** After this time the chat tool shows an error to the user. */
  answerByMs: number;
};

/** The answer of the receiver. `isInterim`: the workflow sends the result, if the chat tool takes late answers. */
export type ImmediateAnswer = Answer & { isInterim?: true };

/**
 * Creates the handler of chat commands, which resolves to the answer for the user. If the result is there in time, the
 * answer has it. If not, the answer says that the result follows, and the workflow sends it, if the chat tool takes
 * late answers. Either the receiver or the workflow sends the result, never both.
 *
 * The chat tool signs the user id, which never changes and is linked to an employee. Display names have no effect.
 */
export function createCommandHandler(dependencies: ChatDependencies) {
  const { store, nowMs, sleepMs, zone } = dependencies;
  const submit = createIntake(chatEvents, dependencies);

  return async function handleCommand(
    request: ChatRequest,
  ): Promise<ImmediateAnswer> {
    const { caller, messages, message, typedAtMs } = request;
    // The kind of the user ids in `identities` of an event: { "slack": "T1:U777" }.
    const identityKind = caller.identityKind ?? caller.chat ?? "";
    const { userId, deliveryId } = message;

    const command = parseCommand(message.text, {
      nowMs: typedAtMs,
      zone: message.zone ?? zone,
      maxLength: dependencies.statusMaxLength,
      presets: dependencies.statusPresets,
    });
    const sentence = sentenceFor(command, messages);
    if (sentence !== undefined) return { text: sentence };

    const employeeId = await store.identities.find(identityKind, userId);
    if (employeeId === undefined)
      return { text: messages.unlinked(identityKind, userId) };

    const status = statusOf(command, request);
    const submitted = await submit({
      caller,
      deliveryId,
      fingerprint: request.fingerprint,
      document: {
        type: command.kind === "show" ? "status.show" : "status.set",
        timestamp: new Date(typedAtMs).toISOString(),
        data: { employeeId, status },
      },
    });
    if (submitted.outcome === "forbidden")
      return { text: messages.notAllowed() };
    if (submitted.outcome !== "accepted") return { text: messages.failed() };

    const operation = await waitForResult(
      message.isAnsweredLate ? 0 : request.answerByMs,
      submitted.operation,
    );
    if (!operation) {
      const text = messages.accepted(status.reply !== undefined);
      return { text, isInterim: true };
    }
    const shown = await takeReadStatus(operation);
    return resultAnswer(messages, { operation, status, shown });
  };

  /** Waits for the end of the operation. Undefined if the workflow sends the result. */
  async function waitForResult(
    answerByMs: number,
    operation: Operation,
  ): Promise<Operation | undefined> {
    const { operations } = store;
    const waitMs = Math.max(0, answerByMs - nowMs());
    const clock = { nowMs, sleepMs };
    const latest = await waitUntilSettled(operation, operations, waitMs, clock);
    if (isSettled(latest)) return latest;
    // Lambda freezes a function after its response. So one conditional write decides before it who sends the result.
    if (await operations.oweAnswer(operation.id)) return undefined;
    return (await operations.get(operation.id)) ?? latest;
  }

  /** Takes the status that the workflow has read for the user, and erases it, because only this answer may show it. */
  async function takeReadStatus(
    operation: Operation,
  ): Promise<ReadStatus | undefined> {
    if (operation.type !== "status.show") return undefined;
    const { payloads } = store;
    const noted = await payloads.readNote(operation, readStatusSchema);
    await payloads.erase(operation);
    return noted;
  }
}

/** The answer to a command that needs no employee. Undefined for the other commands. */
function sentenceFor(command: Command, messages: Messages): string | undefined {
  switch (command.kind) {
    case "help":
      return messages.help();
    case "too-long":
      return messages.tooLong(command);
    case "no-text":
      return messages.noText(command.endsAtMs);
    case "end-has-passed":
      return messages.endHasPassed(command.endsAtMs);
    case "end-too-late":
      return messages.endTooLate();
    case "no-such-end":
      return messages.noSuchEnd();
    case "show":
      // An answer that the channel can read never has the status, so nothing is read.
      return messages.isPublic ? messages.shown({ text: "" }) : undefined;
    default:
      return undefined;
  }
}

function statusOf(command: Command, request: ChatRequest): StoredStatus {
  const { caller, message } = request;
  const url = responseUrlOf(request);
  const scheme = caller.chat;
  return {
    text: command.kind === "set" ? command.text : "",
    expiresAtMs: "expiresAtMs" in command ? command.expiresAtMs : undefined,
    reply:
      url === undefined || scheme === undefined
        ? undefined
        : { scheme, url, zone: message.zone, locale: message.locale },
  };
}

/** The URL for a late answer. Undefined if there is none, or if it is not allowed. */
export function responseUrlOf({
  caller,
  adapter,
  message,
}: Pick<ChatRequest, "caller" | "adapter" | "message">): string | undefined {
  const hosts = [...adapter.responseHosts, ...caller.responseHosts];
  return allowedResponseUrl(message.responseUrl, hosts);
}

/**
 * Checks the URL for a late answer: https, or http on loopback, and a host (with its port) that the chat tool or the
 * caller's entry names. Any other URL gives undefined, and the user gets no late answer.
 */
export function allowedResponseUrl(
  responseUrl: string | undefined,
  hosts: readonly string[],
): string | undefined {
  const url = responseUrl === undefined ? null : URL.parse(responseUrl);
  if (!url || !isSafeTarget(url) || !hosts.includes(url.host)) return undefined;
  return url.href;
}
