import { strict as assert } from "node:assert";
import type { Client } from "../../../shared/community/client.ts";
import { sendSlackCommand } from "../sample/slack.ts";
import type { Stack } from "../stack.ts";
import { say, sayStep } from "./say.ts";

/** They type a status in Slack: it is on their profile. A stranger is told how to be linked. */
export async function setStatus(
  { origin, platform, lambda }: Stack,
  client: Client,
  personID: string,
): Promise<void> {
  const text = "Reading the handbook for 2h";
  say(`\nZoë types "/status ${text}" in Slack: POST /status/slack, signed`);
  const sentAtMs = Date.now();
  const answer = await sendSlackCommand(origin, {
    userId: "U1042",
    text,
    nowMs: sentAtMs,
  });
  sayStep(`answered, only to her: ${answer}`, Date.now(), sentAtMs);
  // A busy machine may not have been done within Slack's three seconds.
  await lambda.idle();
  const { status } = await client.people.get(personID);
  assert.equal(status, "Reading the handbook", "the status must be there");
  say(`  On the platform: ${status}`);

  const stranger = await sendSlackCommand(origin, {
    userId: "U9999",
    text: "I am Zoë",
    nowMs: Date.now(),
  });
  say(`  Somebody else tries, and is answered: ${stranger}`);
  assert.equal(
    platform.people().filter((person) => person.status === "I am Zoë").length,
    0,
    "nobody may get the status of a stranger",
  );
}
