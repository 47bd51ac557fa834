import { chatSamples, textOfChatAnswer } from "../../sample/chat.ts";
import { signEvent } from "../../cli/sign-event.ts";
import { hrKey, localSecrets } from "../credentials.ts";

export type SampleEvent = { id: string; body: string };

const { scheme } = localSecrets.callers.hr;

/** Sends an event as the HR system does: as caller `hr`, signed with Standard Webhooks at `nowMs`. */
export function sendAsHr(
  origin: string,
  path: string,
  { id, body }: SampleEvent,
  nowMs: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  const signed = signEvent({ scheme, key: hrKey }, { id, body, nowMs });
  return fetch(`${origin}${path}/hr`, {
    method: "POST",
    headers: { ...signed, ...headers },
    body,
  });
}

const [slackKey] = localSecrets.callers.slack.keys;

/** Sends the command `/status <text>` as Slack does, signed. Resolves to the text that Slack shows to its user. */
export async function sendSlackCommand(
  origin: string,
  { userId, text, nowMs }: { userId: string; text: string; nowMs: number },
): Promise<string> {
  const typed = { text, nowMs, key: slackKey, userId: `T0001:${userId}` };
  const body = chatSamples["slack"]?.bodyOf(typed) ?? "";
  const response = await fetch(`${origin}/status/slack`, {
    method: "POST",
    headers: signEvent(
      { scheme: "slack", key: slackKey },
      { id: "", body, nowMs },
    ),
    body,
  });
  return textOfChatAnswer(await response.json());
}
