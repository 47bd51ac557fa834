import { strict as assert } from "node:assert";
import { basicAuth } from "../../shared/community/authorizer.ts";
import { createClient } from "../../shared/community/client.ts";
import { buildBundles } from "../build/bundles.ts";
import { localSecrets } from "./credentials.ts";
import { sampleAvatar, sampleHire } from "./sample/hire.ts";
import { type Delivery, sendAsHr } from "./sample/send.ts";
import { watchOperation } from "./sample/watch.ts";
import { startStack } from "./stack.ts";

const { username, password } = localSecrets.community;

/** Onboards a sample hire on this machine, and fails loudly if anything is not as it should be. */
async function demo(): Promise<void> {
  say("Building the Lambda bundles and starting everything on free ports ...");
  await buildBundles();
  const stack = await startStack();
  try {
    await onboard(stack);
  } finally {
    await stack.close();
  }
}

type Started = Awaited<ReturnType<typeof startStack>>;

async function onboard({ origin, platform, lambda }: Started): Promise<void> {
  const event = sampleHire(Date.now());
  const delivery: Delivery = { id: "msg_demo", body: JSON.stringify(event) };
  const { data } = event;

  say(
    `\nHR hires ${data.name.givenName} ${data.name.familyName}: POST /onboarding/hr, signed`,
  );
  const sentAtMs = Date.now();
  const answer = await sendAsHr(origin, "/onboarding", delivery, sentAtMs);
  const location = answer.headers.get("location") ?? "";
  say(`  ${answer.status} after ${Date.now() - sentAtMs} ms, ${location}`);
  assert.equal(answer.status, 202, "the webhook must be accepted");

  const operation = await watchOperation(origin, location, ({ name, at }) =>
    say(`  ${String(Date.parse(at) - sentAtMs).padStart(5)} ms  ${name}`),
  );
  const { status, reason = "", warnings, result } = operation;
  assert.equal(status, "succeeded", `the onboarding ended ${status} ${reason}`);
  assert.deepEqual(warnings, [], "the onboarding must leave no warning");
  const personID = result?.personID ?? "";
  const tookMs = Date.parse(operation.steps.at(-1)?.at ?? "") - sentAtMs;

  say(`\nReading person ${personID} back from the platform`);
  const client = createClient({
    baseUrl: platform.baseUrl,
    authorizer: basicAuth(username, password),
  });
  const person = await client.people.get(personID);
  assert.equal(person.emails?.[0]?.value, data.email);
  say(`  ${person.displayName ?? ""} <${person.emails[0].value}>`);
  for (const { svc_label = "", value = "" } of person.svc?.profile ?? [])
    say(`  ${svc_label}: ${value}`);
  const { bytes } = await client.images.avatar(personID);

  say("\nThe same webhook twice more");
  for (let again = 1; again <= 2; again++) {
    const repeated = await sendAsHr(
      origin,
      "/onboarding",
      delivery,
      Date.now(),
    );
    assert.equal(repeated.headers.get("location"), location);
    say(`  ${repeated.status} ${location}: the same operation`);
  }
  await lambda.idle();

  const people = platform.people().filter(({ id }) => id === personID);
  const others = platform.people().length - people.length;
  const tasks = platform.tasksOf(personID);
  const streams = platform.streamsOf(personID);
  const images = platform.imagesOf(personID);
  assert.equal(others, 1, "only the service account may be there beside");
  assert.equal(people.length, 1, "there must be one person");
  assert.equal(tasks.length, data.tasks.length, "each task exactly once");
  assert.equal(streams.length, data.streams.length, "each stream exactly once");
  assert.equal(images.length, 1, "the avatar exactly once");
  assert.ok(
    Buffer.from(sampleAvatar).equals(bytes),
    "the avatar must have the bytes that were sent",
  );

  say(`\nMade, exactly once, in ${tookMs} ms:`);
  say(`  person   ${personID} ${data.username}`);
  say(`  avatar   ${sampleAvatar.length} bytes, as sent`);
  for (const { subject, dueAtMs } of tasks)
    say(
      `  task     due ${new Date(dueAtMs).toISOString().slice(0, 10)}  ${subject}`,
    );
  for (const { name } of streams) say(`  stream   ${name}`);
}

function say(line: string): void {
  console.log(line);
}

try {
  await demo();
} catch (error) {
  console.error(
    `\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exitCode = 1;
}
