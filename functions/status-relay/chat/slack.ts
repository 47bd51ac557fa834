import * as z from "zod/mini";
import { parseJson } from "../../../shared/parse-json.ts";
import {
  type AnswerOptions,
  type Button,
  type ChatAdapter,
  type ChatAnswer,
  type ParsedChatBody,
  readChatBody,
} from "./adapter.ts";
import { encodeEntities } from "../../../shared/encode-entities.ts";
import { decodeEntities, plainText } from "./plain-text.ts";
import { parseForm } from "../../../shared/webhook/parse-form.ts";

const id = z.string().check(z.regex(/^[A-Z\d]{1,64}$/));

const commandSchema = z.object({
  team_id: id,
  enterprise_id: z.optional(id),
  /** "true" for a whole Enterprise Grid. Then user ids belong to the organization, not to a workspace. */
  is_enterprise_install: z.optional(z.enum(["true", "false"])),
  user_id: id,
  trigger_id: z.string().check(z.regex(/^[!-~]{1,256}$/)),
  text: z.string(),
  response_url: z.optional(z.string()),
});

/** Slack's check of our URL. The schema is strict, because an event of another sender can contain text like a form. */
const urlTestSchema = z.strictObject({
  ssl_check: z.literal("1"),
  token: z.optional(z.string()),
});

/** Slack slash commands. @see Slack, "Implementing slash commands" */
export const slack: ChatAdapter = {
  answerWithinMs: 3_000,
  responseHosts: ["hooks.slack.com"],
  isAnswerPublic: false,
  isUrlTest: (body) => urlTestSchema.safeParse(parseForm(body)).success,
  read,
  answer,
};

/** Slack refuses a section with more characters. */
const maxSectionLength = 3_000;

/** A `plain_text` has neither markup nor mentions. Notifications show the `text`. */
function answer(
  plain: string,
  { buttons = [] }: AnswerOptions = {},
): ChatAnswer {
  const text = encodeEntities(plain);
  const section = {
    type: "section",
    text: { type: "plain_text", text, emoji: false },
  };
  return {
    response_type: "ephemeral",
    text,
    mrkdwn: false,
    ...(text.length <= maxSectionLength && {
      blocks: [section, ...actionsOf(buttons)],
    }),
  };
}

/** A block with buttons. Slack refuses a value of more than 2,000 characters, and no status is that long. */
function actionsOf(buttons: readonly Button[]): object[] {
  const elements = buttons.map(({ label, command }, index) => ({
    type: "button",
    action_id: `command-${index}`,
    text: { type: "plain_text", text: label },
    value: command,
  }));
  return elements.length > 0 ? [{ type: "actions", elements }] : [];
}

function read(body: string): ParsedChatBody {
  const form = parseForm(body);
  const { payload } = form;
  return typeof payload === "string"
    ? readChatBody(clickSchema, parseJson(payload), readClick)
    : readChatBody(commandSchema, form, readCommand);
}

const clickSchema = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id }),
  team: z.nullish(z.object({ id })),
  enterprise: z.nullish(z.object({ id })),
  is_enterprise_install: z.optional(z.boolean()),
  trigger_id: z.string().check(z.regex(/^[!-~]{1,256}$/)),
  response_url: z.optional(z.string()),
  actions: z.array(z.object({ value: z.string() })).check(z.length(1)),
});

/** A click on a button of an answer. Slack shows no HTTP response to it. @see Slack, "block_actions payload" */
function readClick(click: z.infer<typeof clickSchema>): ParsedChatBody {
  const { user, team, enterprise, is_enterprise_install, actions } = click;
  const home = is_enterprise_install
    ? (enterprise ?? team)
    : (team ?? enterprise);
  if (!home) return { kind: "malformed", fields: ["#/team"] };
  return {
    kind: "message",
    userId: `${home.id}:${user.id}`,
    deliveryId: click.trigger_id,
    text: plainText(actions[0]?.value ?? ""),
    isAnsweredLate: true,
    responseUrl: click.response_url,
  };
}

function readCommand(command: z.infer<typeof commandSchema>): ParsedChatBody {
  const { team_id, enterprise_id, is_enterprise_install, user_id } = command;
  const home =
    is_enterprise_install === "true" ? (enterprise_id ?? team_id) : team_id;
  return {
    kind: "message",
    userId: `${home}:${user_id}`,
    deliveryId: command.trigger_id,
    text: plainText(withoutMarkup(command.text)),
    responseUrl: command.response_url,
  };
}

/**
 * Slack sends typed `&`, `<` and `>` as entities, so text in angle brackets is a mention or a link. Each becomes its
 * label: `<@U1|zoe>`, `<#C1|general>`, `<!date^0^{date}|1 January>`, `<https://x|site>`. A link without a label
 * becomes its URL. A mention without a label is only an id and is removed. Emphasis marks stay, because they are also
 * ordinary characters.
 *
 * @see Slack, "Formatting message text"
 */
function withoutMarkup(text: string): string {
  return decodeEntities(
    text.replaceAll(/<([^<>]*)>/g, (_, content: string) => {
      const bar = content.indexOf("|");
      const label = content.slice(bar + 1);
      if (bar >= 0 && label !== "")
        return content.startsWith("#") ? `#${label}` : label;
      return /^[@#!]/.test(content)
        ? ""
        : content.slice(0, bar < 0 ? undefined : bar);
    }),
  );
}
