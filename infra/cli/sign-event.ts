import { signBambooHr } from "../../shared/webhook/schemes/bamboohr.ts";
import { signSlack } from "../../shared/webhook/schemes/slack.ts";
import { signStandardWebhook } from "../../shared/webhook/schemes/standard-webhooks.ts";
import { signTeams } from "../../shared/webhook/schemes/teams.ts";
import { CommandError } from "./command-error.ts";
import type { CallerKey } from "./profiles.ts";

const jsonHeaders = { "content-type": "application/json" };
const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

/**
 * Creates the headers with which a caller sends a body, signed at `nowMs` by its scheme.
 *
 * @param id - the delivery id, which only Standard Webhooks has
 * @throws CommandError for a scheme that does not send by HTTP
 */
export function signEvent(
  { scheme, key }: CallerKey,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  const seconds = Math.floor(nowMs / 1000);
  switch (scheme) {
    case "standard-webhooks":
      return {
        ...jsonHeaders,
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": signStandardWebhook(key, id, seconds, body),
      };
    case "bearer":
      return { ...jsonHeaders, authorization: `Bearer ${key}` };
    case "bamboohr":
      return {
        ...jsonHeaders,
        "x-bamboohr-timestamp": String(seconds),
        "x-bamboohr-signature": signBambooHr(key, String(seconds), body),
      };
    case "teams":
      return { ...jsonHeaders, authorization: signTeams(key, body) };
    case "slack":
      return {
        ...formHeaders,
        "x-slack-request-timestamp": String(seconds),
        "x-slack-signature": signSlack(key, seconds, body),
      };
    case "mattermost":
      return { ...formHeaders, authorization: `Token ${key}` };
    default:
      throw new CommandError(
        `The command cannot sign for the scheme of this caller. It can for: standard-webhooks, bearer, bamboohr, teams, slack, mattermost. Correct "scheme" in the profile. An event for the bus is sent with: aws events put-events`,
      );
  }
}
