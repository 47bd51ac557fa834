import { randomUUID } from "node:crypto";
import * as z from "zod";
import { signSlack } from "../../../shared/webhook/schemes/slack.ts";
import { localSecrets } from "../credentials.ts";

const answerSchema = z.object({ text: z.string() });

const [signingSecret] = localSecrets.callers.slack.keys;

/** Sends the command `/status <text>` as Slack does, signed. Resolves to the text that Slack shows to its user. */
export async function sendSlackCommand(
  origin: string,
  {
    teamId = "T0001",
    userId,
    text,
    nowMs,
  }: { teamId?: string; userId: string; text: string; nowMs: number },
): Promise<string> {
  const body = new URLSearchParams({
    team_id: teamId,
    user_id: userId,
    user_name: "zoe",
    command: "/status",
    text,
    trigger_id: randomUUID(),
    response_url: "https://hooks.slack.com/commands/T0001/1/sample",
  }).toString();
  const timestampSeconds = Math.floor(nowMs / 1000);
  const response = await fetch(`${origin}/status/slack`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": String(timestampSeconds),
      "x-slack-signature": signSlack(signingSecret, timestampSeconds, body),
    },
    body,
  });
  return answerSchema.parse(await response.json()).text;
}
