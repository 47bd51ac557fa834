import * as z from "zod/mini";
import { parseJson } from "../../../shared/parse-json.ts";
import {
  type AnswerOptions,
  type Button,
  type ChatAdapter,
  type ChatAnswer,
  type ParsedChatBody,
  readChatBody,
  userLocale,
  userZone,
} from "./adapter.ts";
import { encodeEntities } from "../../../shared/encode-entities.ts";
import { plainText } from "./plain-text.ts";

const resourceName = z.string().check(z.regex(/^[!-~]{1,512}$/));

const eventSchema = z.object({
  type: z.string().check(z.regex(/^[A-Z_]{1,64}$/)),
});

const settingsSchema = z.object({
  userLocale,
  timeZone: z.optional(z.object({ id: userZone })),
});
const fieldsOfEachEvent = {
  /** The settings of the user's client. */
  common: z.optional(z.unknown()),
  eventTime: z.iso.datetime({ offset: true }),
  user: z.object({
    name: z.string().check(z.regex(/^users\/[\w.~-]{1,128}$/)),
  }),
};
type EachEvent = z.infer<z.ZodMiniObject<typeof fieldsOfEachEvent>>;
const messageSchema = z.object({
  ...fieldsOfEachEvent,
  message: z.object({
    name: resourceName,
    /** Absent if the message is only the slash command or the mention. */
    argumentText: z.optional(z.string()),
  }),
});
const clickSchema = z.object({
  ...fieldsOfEachEvent,
  message: z.object({ name: resourceName }),
  action: z.object({
    parameters: z
      .array(z.object({ key: z.literal("command"), value: z.string() }))
      .check(z.length(1)),
  }),
});
const addedSchema = z.object({
  ...fieldsOfEachEvent,
  space: z.object({ name: resourceName }),
});

/**
 * Google Chat apps with an HTTP endpoint. The user id is the resource name of the user, such as `users/123`: e-mail
 * address and display name can change. A token authenticates the sender. It does not cover the body, so only TLS
 * protects the body and its time.
 *
 * Google waits 30 seconds. We answer within 5 seconds, as for Teams: while the platform is slow, each waiting request
 * would hold a sandbox. A late answer needs credentials of the Chat API, so there is none.
 *
 * @see Google Chat, "Event", "Send private messages" and "Format messages"
 */
export const googleChat: ChatAdapter = {
  answerWithinMs: 5_000,
  responseHosts: [],
  isAnswerPublic: false,
  read,
  answer,
};

/** Reads the three types of events that lead to an answer. All other types are ignored, because new ones may come. */
function read(body: string): ParsedChatBody {
  const json = parseJson(body);
  return readChatBody(eventSchema, json, ({ type }) => {
    if (type === "MESSAGE")
      return readChatBody(messageSchema, json, readMessage);
    if (type === "CARD_CLICKED")
      return readChatBody(clickSchema, json, readClick);
    return type === "ADDED_TO_SPACE" ? readAddition(json) : { kind: "ignored" };
  });
}

/** `argumentText` is plain text without the slash command and without the mention of the app. */
function readMessage(event: z.infer<typeof messageSchema>): ParsedChatBody {
  const { name, argumentText } = event.message;
  return messageOf(event, name, argumentText);
}

/** A click on a button of our card. One card can be clicked several times. */
function readClick(event: z.infer<typeof clickSchema>): ParsedChatBody {
  const { eventTime, message, action } = event;
  const deliveryId = `${message.name} ${eventTime}`;
  return messageOf(event, deliveryId, action.parameters[0]?.value);
}

/** A message of the user of an event. Settings of the user that we do not understand are left out. */
function messageOf(
  { common, eventTime, user }: EachEvent,
  deliveryId: string,
  text = "",
): ParsedChatBody {
  const { userLocale, timeZone } = settingsSchema.safeParse(common).data ?? {};
  return {
    kind: "message",
    userId: user.name,
    deliveryId,
    typedAtMs: Date.parse(eventTime),
    text: plainText(text),
    zone: timeZone?.id,
    locale: userLocale,
  };
}

/**
 * The app was added. If a user added it by mentioning it, the event contains the message, and gets the delivery id of
 * the message, so that both count once. If not, the text is empty, so that the user gets the help.
 */
function readAddition(json: unknown): ParsedChatBody {
  const mention = messageSchema.safeParse(json);
  if (mention.success) return readMessage(mention.data);
  const parsed = addedSchema.safeParse(json);
  if (!parsed.success) return { kind: "ignored" };
  return messageOf(parsed.data, parsed.data.space.name);
}

/**
 * A card that only the user sees. Cards have a subset of HTML and no mentions. Notifications show the `fallbackText`,
 * in which an invisible space keeps `<users/all>` from being a mention.
 */
function answer(
  text: string,
  { userId, buttons = [] }: AnswerOptions = {},
): ChatAnswer {
  const textParagraph = {
    text: encodeEntities(text).replaceAll("\n", "<br>"),
  };
  const widgets = [{ textParagraph }, ...buttonListOf(buttons)];
  return {
    cardsV2: [
      {
        cardId: "status",
        card: { sections: [{ widgets }] },
      },
    ],
    fallbackText: text.replaceAll("<", "<\u200B"),
    privateMessageViewer: { name: userId },
  };
}

function buttonListOf(buttons: readonly Button[]): object[] {
  const list = buttons.map(({ label, command }) => ({
    text: label,
    onClick: {
      action: {
        function: "command",
        parameters: [{ key: "command", value: command }],
      },
    },
  }));
  return list.length > 0 ? [{ buttonList: { buttons: list } }] : [];
}
