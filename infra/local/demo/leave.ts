import { strict as assert } from "node:assert";
import type { Client } from "../../../shared/community/client.ts";
import { opsToken } from "../credentials.ts";
import { sampleLeave } from "../sample/leave.ts";
import { sendAsHr } from "../sample/send.ts";
import { watchOperation, type WatchedOperation } from "../sample/watch.ts";
import type { Stack } from "../stack.ts";
import { say, sayStep } from "./say.ts";

/** HR says that they leave, changes its mind, and says it again. */
export async function leave(
  stack: Stack,
  client: Client,
  personID: string,
): Promise<void> {
  const { origin } = stack;
  const isEnabled = async () =>
    (await client.people.get(personID)).svc?.enabled ?? false;

  say("\nHR says that Zoë leaves, with a week of grace: POST /offboarding/hr");
  const { location, operation } = await terminate(stack, "msg_leave", 7);
  assert.equal(operation.status, "waiting");
  assert.equal(await isEnabled(), false, "the person must be disabled");
  say(`  Disabled, and to be deleted at ${operation.dueAt ?? ""}`);

  say("\nHR changes its mind: DELETE of the operation, as caller ops");
  const cancelledAtMs = Date.now();
  const answer = await fetch(origin + location, {
    method: "DELETE",
    headers: { authorization: `Bearer ${opsToken}` },
  });
  assert.equal(answer.status, 202, "the cancellation must be accepted");
  const cancelled = await watch(origin, location, cancelledAtMs);
  assert.equal(cancelled.status, "cancelled");
  assert.equal(await isEnabled(), true, "the person must be enabled again");
  say("  Enabled again, with everything that is hers");

  say("\nAnd leaves after all, at once");
  const { operation: last } = await terminate(stack, "msg_leave_again", 0);
  assert.equal(last.status, "succeeded", `it ended ${last.status}`);
  assert.equal(
    await client.people.find(personID),
    undefined,
    "the person must be gone",
  );
  assert.equal(stack.platform.people().length, 1, "and nobody else");
  say("  Gone, and confirmed by the platform; we keep when, and nothing else");
}

async function terminate(
  { origin, lambda }: Stack,
  id: string,
  graceDays: number,
): Promise<{ location: string; operation: WatchedOperation }> {
  const sentAtMs = Date.now();
  const body = JSON.stringify(sampleLeave(sentAtMs, graceDays));
  const delivery = { id, body };
  const answer = await sendAsHr(origin, "/offboarding", delivery, sentAtMs);
  assert.equal(answer.status, 202, "the webhook must be accepted");
  const location = answer.headers.get("location") ?? "";
  const operation = await watch(origin, location, sentAtMs);
  await lambda.idle();
  return { location, operation };
}

function watch(
  origin: string,
  location: string,
  sinceMs: number,
): Promise<WatchedOperation> {
  return watchOperation(origin, location, ({ name, at }) => {
    // Steps of an earlier run were told before.
    if (Date.parse(at) >= sinceMs) sayStep(name, at, sinceMs);
  });
}
