import * as z from "zod/mini";
import { isSettled, type Operation } from "../../shared/store/operation.ts";
import { createIntake } from "../../shared/webhook/intake.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import type { ReceiverDependencies } from "../../shared/webhook/receiver.ts";
import type {
  EventKinds,
  EventContent,
} from "../../shared/webhook/envelope.ts";
import { waitUntilSettled } from "../../shared/webhook/prefer-wait.ts";
import { answerOf } from "./answer.ts";
import { type Command, parseCommand } from "./chat/command.ts";
import type { ChatMessage, Dialect } from "./chat/dialect.ts";
import type { Messages } from "./chat/messages.ts";
import { shownSchema } from "./read-status.ts";
import { allowedReply } from "./reply-url.ts";
import { type StoredStatus, storedStatusSchema } from "./stored-status.ts";

export type ChatDependencies = ReceiverDependencies & {
  /** Of a status, in code points. */
  maxLength: number;
};

/** An authentic message. */
type Asked = {
  caller: Caller;
  dialect: Dialect;
  messages: Messages;
  incoming: ChatMessage;
  typedAtMs: number;
  /** SHA-256 of the request as received. */
  fingerprint: string;
  /** Later than that the product has given up. */
  answerByMs: number;
};

const chatDataSchema = z.pipe(
  z.object({ employeeId: z.string(), status: storedStatusSchema }),
  z.transform(({ employeeId: employee, status }): EventContent => ({
    employee,
    data: status,
    keepUntilMs: status.expiresAtMs,
  })),
);
/** What a chat user may ask for, of themselves alone. */
const chatEvents: EventKinds = [
  { type: "status.set", scope: "status:own", schema: chatDataSchema },
  { type: "status.show", scope: "status:own", schema: chatDataSchema },
];

/**
 * Finds what to say to somebody in chat, in time: the true result if it is there by then, else that it will come. In the
 * second case the workflow tells it, where the product takes late answers; never both.
 *
 * Who they are is what the product signs, an id for life, linked to an employee; never a name.
 */
export function createReply(dependencies: ChatDependencies) {
  const { store, nowMs, sleepMs, zone, maxLength } = dependencies;
  const submit = createIntake(chatEvents, dependencies);

  return async function replyTo(asked: Asked): Promise<string> {
    const { caller, dialect, messages, incoming, typedAtMs } = asked;
    const { identityKind, isPublic } = dialect;
    const { userId, deliveryId } = incoming;

    const command = parseCommand(incoming.text, {
      nowMs: typedAtMs,
      zone,
      maxLength,
    });
    if (command.kind === "help") return messages.help();
    if (command.kind === "too-long") return messages.tooLong(command);
    if (command.kind === "end-out-of-range") return messages.endOutOfRange();
    if (command.kind === "show" && isPublic) return messages.shown("");

    const employeeId = await store.identities.find(identityKind, userId);
    if (employeeId === undefined)
      return messages.unlinked(identityKind, userId);

    const status = statusOf(command, asked);
    const submitted = await submit({
      caller,
      deliveryId,
      fingerprint: asked.fingerprint,
      document: {
        type: command.kind === "show" ? "status.show" : "status.set",
        timestamp: new Date(typedAtMs).toISOString(),
        data: { employeeId, status },
      },
    });
    if (submitted.outcome === "forbidden") return messages.notAllowed();
    if (submitted.outcome !== "accepted") return messages.failed();

    const operation = await resultBy(asked.answerByMs, submitted.operation);
    if (!operation) return messages.accepted(status.reply !== undefined);
    const shown = await takeShown(operation);
    return answerOf(messages, { operation, status, shown });
  };

  /** Undefined when the workflow answers: from then on it will, whatever happens here. */
  async function resultBy(
    answerByMs: number,
    operation: Operation,
  ): Promise<Operation | undefined> {
    const { operations } = store;
    const waitMs = Math.max(0, answerByMs - nowMs());
    const clock = { nowMs, sleepMs };
    const seen = await waitUntilSettled(operation, operations, waitMs, clock);
    if (isSettled(seen)) return seen;
    // A function that has answered is frozen: who answers is decided before, in one conditional write.
    if (await operations.oweAnswer(operation.id)) return undefined;
    return (await operations.get(operation.id)) ?? seen;
  }

  /** What was read for them; it is nobody else's to read. */
  async function takeShown(operation: Operation): Promise<string | undefined> {
    if (operation.type !== "status.show") return undefined;
    const { payloads } = store;
    const noted = await payloads.noted(operation, shownSchema);
    await payloads.erase(operation);
    return noted?.shown;
  }
}

function statusOf(
  command: Extract<Command, { kind: "set" | "clear" | "show" }>,
  { caller, dialect, incoming }: Asked,
): StoredStatus {
  const hosts = [...dialect.responseHosts, ...caller.responseHosts];
  const url = allowedReply(incoming.responseUrl, hosts);
  return {
    text: command.kind === "set" ? command.text : "",
    expiresAtMs: command.kind === "show" ? undefined : command.expiresAtMs,
    reply: url === undefined ? undefined : { scheme: caller.scheme, url },
  };
}
