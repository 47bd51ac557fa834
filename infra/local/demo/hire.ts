import { strict as assert } from "node:assert";
import type { Client } from "../../../shared/community/client.ts";
import { sampleAvatar, sampleHire } from "../sample/hire.ts";
import { type Delivery, sendAsHr } from "../sample/send.ts";
import { watchOperation } from "../sample/watch.ts";
import type { Stack } from "../stack.ts";
import { say, sayStep } from "./say.ts";

/** HR hires somebody: they are on the platform with a face and first tasks, and nothing doubles. Resolves to their id. */
export async function hire(stack: Stack, client: Client): Promise<string> {
  const { origin, platform, lambda } = stack;
  const event = sampleHire(Date.now());
  const delivery: Delivery = { id: "msg_hire", body: JSON.stringify(event) };
  const { data } = event;

  say(
    `\nHR hires ${data.name.givenName} ${data.name.familyName}: POST /onboarding/hr, signed`,
  );
  const sentAtMs = Date.now();
  const answer = await sendAsHr(origin, "/onboarding", delivery, sentAtMs);
  const location = answer.headers.get("location") ?? "";
  sayStep(`answered ${answer.status}, ${location}`, Date.now(), sentAtMs);
  assert.equal(answer.status, 202, "the webhook must be accepted");
  const {
    status,
    reason = "",
    warnings,
    result,
  } = await watchOperation(origin, location, ({ name, at }) =>
    sayStep(name, at, sentAtMs),
  );
  assert.equal(status, "succeeded", `the onboarding ended ${status} ${reason}`);
  assert.deepEqual(warnings, [], "the onboarding must leave no warning");
  const personID = result?.personID ?? "";

  const person = await client.people.get(personID);
  assert.equal(person.emails?.[0]?.value, data.email);
  say(`  Person ${personID}: ${person.displayName ?? ""} <${data.email}>`);
  for (const { svc_label = "", value = "" } of person.svc?.profile ?? [])
    say(`    ${svc_label}: ${value}`);

  for (let again = 1; again <= 2; again++) {
    const repeated = await sendAsHr(
      origin,
      "/onboarding",
      delivery,
      Date.now(),
    );
    assert.equal(repeated.headers.get("location"), location);
  }
  await lambda.idle();
  const { bytes } = await client.images.avatar(personID);
  const people = platform.people().filter(({ id }) => id === personID);
  const others = platform.people().length - people.length;
  const tasks = platform.tasksOf(personID);
  const streams = platform.streamsOf(personID);
  assert.equal(others, 1, "only the service account may be there beside");
  assert.equal(people.length, 1, "there must be one person");
  assert.equal(tasks.length, data.tasks.length, "each task exactly once");
  assert.equal(streams.length, data.streams.length, "each stream exactly once");
  assert.equal(platform.imagesOf(personID).length, 1, "one avatar");
  assert.ok(
    Buffer.from(sampleAvatar).equals(bytes),
    "the avatar must have the bytes that were sent",
  );
  say("  The same webhook twice more changes nothing:");
  say(`    one person, one avatar of ${sampleAvatar.length} bytes`);
  for (const { subject, dueAtMs } of tasks)
    say(`    task, due ${day(dueAtMs)}: ${subject}`);
  for (const { name } of streams) say(`    stream: ${name}`);
  return personID;
}

function day(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}
