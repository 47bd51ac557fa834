import { strict as assert } from "node:assert";
import type { Client } from "../../../shared/community/client.ts";
import { sampleHire } from "../../cli/sample/hire.ts";
import { sendSlackCommand } from "./send.ts";
import type { Stack } from "../stack.ts";
import {
  operatorsOf,
  print,
  runOperation,
  sayChatAnswer,
} from "./run-operation.ts";

/** The person types a status in Slack, and the profile shows it. A Slack user without a link to a person gets help. */
export async function demonstrateStatus(
  stack: Stack,
  client: Client,
  personID: string,
): Promise<void> {
  const { origin, platform } = stack;
  const text = "Reading the handbook for 2h";
  print(`\nZoë types "/status ${text}" in Slack`);
  print("  Slack sends a signed command to POST /status/slack:");
  const sentAtMs = Date.now();
  await sayChatAnswer(
    sentAtMs,
    sendSlackCommand(origin, { userId: "U1042", text, nowMs: sentAtMs }),
  );
  const { employeeId } = sampleHire(sentAtMs).data;
  const {
    operations: [operation],
  } = await operatorsOf(stack).operations.page({
    employeeId,
    type: "status.set",
  });
  assert.ok(operation, "the status must be an operation");
  // On a busy machine the operation may take longer than the three seconds that Slack waits for the answer.
  await runOperation(stack, operation.id, sentAtMs);
  const { status } = await client.people.get(personID);
  assert.equal(status, "Reading the handbook", "the status must be there");
  print(`  The profile on the platform shows: ${status}`);

  print("\n  A Slack user who is linked to no person tries the same:");
  const unlinkedAtMs = Date.now();
  await sayChatAnswer(
    unlinkedAtMs,
    sendSlackCommand(origin, {
      userId: "U9999",
      text: "I am Zoë",
      nowMs: unlinkedAtMs,
    }),
  );
  assert.equal(
    platform.people().filter((person) => person.status === "I am Zoë").length,
    0,
    "an unlinked user must not set the status of a person",
  );
}
