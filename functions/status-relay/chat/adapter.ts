/**
 * Reads and answers the messages of a chat tool. The scheme of the caller has checked the signature before
 * (shared/webhook/schemes).
 */
export type ChatAdapter = {
  /**
   * The kind of the tool's user ids in `identities` of an event: `{ "slack": "T1:U777" }`. The entry of a caller can
   * name another one.
   */
  identityKind: string;
  /**
   * Whether the request only probes our endpoint. Such a request may be unsigned. It is answered 200 without effect.
   */
  isProbe: (body: string) => boolean;
  /** Reads the body of an authentic request. The body may still be malformed. */
  read: (body: string) => ParsedChatBody;
  /**
   * Writes an answer as JSON in the tool's own look, with a text for clients that cannot show it. It is for the HTTP
   * response (always 200) and for `responseUrl`.
   *
   * @param text - plain text of one or more lines. Characters that would be markup or a mention are escaped
   * @param userId - of the message that is answered, for the HTTP response only
   */
  answer: (text: string, userId?: string) => ChatAnswer;
  /** How long the tool waits for an answer. After that it shows an error to the user. */
  answerWithinMs: number;
  /** The tool's own hosts for late answers. A company's own server is in `responseHosts` of the caller's entry. */
  responseHosts: readonly string[];
  /** Whether all members of the channel can read the answer. */
  isPublic: boolean;
};

/** A JSON object. */
export type ChatAnswer = Readonly<Record<string, unknown>>;

export type ParsedChatBody =
  /** `fields` are missing or wrong. They hold no text of the sender, so they are safe to log. */
  | { kind: "malformed"; fields: string[] }
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
  /** The URL for a late answer as sent. Its host is not checked yet. */
  responseUrl?: string | undefined;
};
