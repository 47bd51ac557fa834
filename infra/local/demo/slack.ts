import * as z from "zod";
import { chatSamples } from "../../cli/sample/chat.ts";
import { signEvent } from "../../cli/sign-event.ts";
import { localSecrets } from "../credentials.ts";

const answerSchema = z.object({ text: z.string() });

const [key] = localSecrets.callers.slack.keys;

/** Sends the command `/status <text>` as Slack does, signed. Resolves to the text that Slack shows to its user. */
export async function sendSlackCommand(
  origin: string,
  typed: { teamId?: string; userId: string; text: string; nowMs: number },
): Promise<string> {
  const { teamId = "T0001", userId, text, nowMs } = typed;
  const asked = { text, nowMs, key, userId: `${teamId}:${userId}` };
  const body = chatSamples["slack"]?.bodyOf(asked) ?? "";
  const response = await fetch(`${origin}/status/slack`, {
    method: "POST",
    headers: signEvent({ scheme: "slack", key }, { id: "", body, nowMs }),
    body,
  });
  return answerSchema.parse(await response.json()).text;
}
