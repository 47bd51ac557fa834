import * as z from "zod/mini";
import { fieldsOf } from "../../../shared/webhook/validation-issues.ts";
import { isZone } from "../../../shared/zoned-time.ts";

/** Reads and answers the messages of a chat tool, after the scheme of the caller has checked the signature. */
export type ChatAdapter = {
  /**
   * Whether the request only tests our URL. Such a request may be unsigned. It is answered 200 without effect.
   * @default no request does
   */
  isUrlTest?: (body: string) => boolean;
  /** Reads the body of an authentic request. The body may still be malformed. */
  read: (body: string) => ParsedChatBody;
  /**
   * Writes an answer as JSON in the tool's own look, with a text for clients that cannot show it.
   *
   * @param text - plain text of one or more lines. Characters that would be markup or a mention are escaped
   */
  answer: (text: string, options?: AnswerOptions) => ChatAnswer;
  /** Writes an answer for `responseUrl`. @default `answer`, which writes the HTTP response */
  lateAnswer?: (text: string, options?: AnswerOptions) => ChatAnswer;
  /** How long the tool waits for an answer. After that it shows an error to the user. */
  answerWithinMs: number;
  /** The tool's own hosts for late answers. A company's own server is in `responseHosts` of the caller's entry. */
  responseHosts: readonly string[];
  /** Whether all members of the channel can read the answer. */
  isAnswerPublic: boolean;
};

export type AnswerOptions = {
  /** The user of the message, for the HTTP response only. */
  userId?: string | undefined;
  /** A tool without signed buttons leaves them out. @default none */
  buttons?: readonly Button[];
};

/** A click is read as a message with the text of the command. */
export type Button = { label: string; command: string };

/** A JSON object. */
export type ChatAnswer = Readonly<Record<string, unknown>>;

export type ParsedChatBody =
  /** `fields` are missing or wrong. They contain no text of the sender, so they are safe to log. */
  | { kind: "malformed"; fields: string[] }
  /** A check of our URL, after its signature was verified. */
  | { kind: "check"; answer: ChatAnswer }
  /** An event of the tool that is no message, such as the removal from a channel. It is answered without effect. */
  | { kind: "ignored" }
  | ChatMessage;

export type ChatMessage = {
  kind: "message";
  /** The permanent id of the user, never a name. */
  userId: string;
  /** Equal for each delivery of one message, and different for other messages of this caller. */
  deliveryId: string;
  /** When the message was typed, if the body says so. The time is not checked yet: a replay has the same time. */
  typedAtMs?: number | undefined;
  /** The typed text, as plain text on one line. */
  text: string;
  /** The user's own time zone and language, if the tool tells them. */
  zone?: string | undefined;
  locale?: string | undefined;
  /** The tool shows the answer only if it comes to `responseUrl`. @default it shows the HTTP response */
  isAnsweredLate?: boolean | undefined;
  /** The URL for a late answer as sent. Its host is not checked yet. */
  responseUrl?: string | undefined;
};

/** Reads a body by the schema of what its chat tool sends. */
export function readChatBody<T>(
  schema: z.ZodMiniType<T>,
  body: unknown,
  read: (data: T) => ParsedChatBody,
): ParsedChatBody {
  const parsed = schema.safeParse(body);
  return parsed.success
    ? read(parsed.data)
    : { kind: "malformed", fields: fieldsOf(parsed.error.issues) };
}

/** The zone of a user as a chat tool tells it. Undefined for an unknown zone: then the community's zone is used. */
export const userZone = textIf(isZone);

/** The language of a user (BCP 47). Undefined for one that we do not understand. */
export const userLocale = textIf(isLocale);

/** `z.catch` would do the same, and adds 8 kB to a bundle. */
function textIf(isRight: (text: string) => boolean) {
  return z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value) =>
        typeof value === "string" && isRight(value) ? value : undefined,
      ),
    ),
  );
}

function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}
