/** A chat product: how its messages are read and answered. What is authentic is decided before (shared/webhook/schemes). */
export type Dialect = {
  /** The kind of identity that its user ids are, in `identities` of an event: `{ "slack": "T1:U777" }`. */
  identityKind: string;
  /** Whether the product only looks if we are there, which it need not sign: 200 is the answer, and nothing else happens. */
  isProbe: (body: string) => boolean;
  /** Reads the body of an authentic request, as text. Nothing in it is trusted to be well-formed. */
  read: (body: string) => ParsedChatBody;
  /**
   * The JSON to answer with, always as 200 and `application/json`: in the answer itself, and for `responseUrl`. The text is
   * plain; whatever would be markup or ping somebody is escaped.
   */
  answer: (text: string) => ChatAnswer;
  /** How long the product waits for an answer, and then tells the person that we failed. */
  answerWithinMs: number;
  /** Where the product itself takes late answers. A server that a company runs has a host of its own, by configuration. */
  responseHosts: readonly string[];
  /** Whether everybody in the channel reads the answer. */
  isPublic: boolean;
};

export type ChatAnswer = Readonly<Record<string, string | boolean>>;

export type ParsedChatBody =
  /** `fields` are those that are missing or wrong; safe to log. */
  { kind: "malformed"; fields: string[] } | ChatMessage;

export type ChatMessage = {
  kind: "message";
  /** Who typed it: an id for life, never a name. */
  userId: string;
  /** The same for each delivery of one message, and for no other of this caller. */
  deliveryId: string;
  /** When it was typed, where the body says so. It proves nothing yet: a copy of the request says the same. */
  typedAtMs?: number | undefined;
  /** What was typed, as plain text on one line. */
  text: string;
  /** Where a late answer may go, as sent: its host is still to be checked. */
  responseUrl?: string | undefined;
};
