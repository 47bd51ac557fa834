import { strict as assert } from "node:assert";
import type { Client } from "../../../shared/community/client.ts";
import { sampleAvatar, sampleHire } from "../../cli/sample/hire.ts";
import { type SampleEvent, sendAsHr } from "./send.ts";
import type { Stack } from "../stack.ts";
import { print, runEventOfHr } from "./run-operation.ts";

/**
 * HR hires a person: the person is on the platform with an avatar and first tasks, and a repeated webhook changes
 * nothing. Resolves to the person's id.
 */
export async function demonstrateHire(
  stack: Stack,
  client: Client,
): Promise<string> {
  const { origin, platform, lambda } = stack;
  const event = sampleHire(Date.now());
  const delivery: SampleEvent = { id: "msg_hire", body: JSON.stringify(event) };
  const { data } = event;

  print(`\nHR hires ${data.name.givenName} ${data.name.familyName}`);
  const { id, status, reason, warnings, result } = await runEventOfHr(
    stack,
    "/onboarding",
    delivery,
    Date.now(),
  );
  assert.equal(
    status,
    "succeeded",
    `the onboarding ended ${status} ${reason ?? ""}`,
  );
  assert.deepEqual(warnings, [], "the onboarding must leave no warning");
  const personID = result?.personID ?? "";

  const person = await client.people.get(personID);
  assert.equal(person.emails?.[0]?.value, data.email);
  print(
    `\n  Person ${personID} on the platform: ${person.displayName ?? ""} <${data.email}>`,
  );
  for (const { svc_label = "", value = "" } of person.svc?.profile ?? [])
    print(`    ${svc_label}: ${value}`);

  for (let again = 1; again <= 2; again++) {
    const repeated = await sendAsHr(
      origin,
      "/onboarding",
      delivery,
      Date.now(),
    );
    assert.equal(repeated.headers.get("location"), `/operations/${id}`);
  }
  await lambda.idle();
  const { bytes } = await client.images.avatar(personID);
  const people = platform.people().filter(({ id }) => id === personID);
  const others = platform.people().length - people.length;
  const tasks = platform.tasksOf(personID);
  const streams = platform.streamsOf(personID);
  assert.equal(others, 1, "only the service account may be there besides");
  assert.equal(people.length, 1, "there must be one person");
  assert.equal(tasks.length, data.tasks.length, "each task exactly once");
  assert.equal(streams.length, data.streams.length, "each stream exactly once");
  assert.equal(platform.imagesOf(personID).length, 1, "one avatar");
  assert.ok(
    Buffer.from(sampleAvatar).equals(bytes),
    "the avatar must have the bytes that were sent",
  );
  print("\n  HR's system sends the same webhook twice more. Nothing changes:");
  print(`    one person, one avatar of ${sampleAvatar.length} bytes`);
  for (const { subject, dueAtMs } of tasks)
    print(`    task, due ${day(dueAtMs)}: ${subject}`);
  for (const { name } of streams) print(`    stream: ${name}`);
  return personID;
}

function day(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}
