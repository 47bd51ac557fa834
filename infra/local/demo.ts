import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import type { ShownOperation } from "../../functions/operations/contract.ts";
import { basicAuth } from "../../shared/community/authorizer.ts";
import { createClient } from "../../shared/community/client.ts";
import { describeStep } from "../../shared/store/step-names.ts";
import { buildBundles } from "../build/bundles.ts";
import { createApiClient } from "../cli/api/client.ts";
import { networkAndTime } from "../cli/dependencies.ts";
import { widthOf, withProgress } from "../cli/progress.ts";
import { signEvent } from "../cli/sign-event.ts";
import { chatSamples, textOfChatAnswer } from "../sample/chat.ts";
import { sampleAvatar, sampleHire } from "../sample/hire.ts";
import { createSample } from "../sample/samples.ts";
import { hrKey, localSecrets, opsToken } from "./credentials.ts";
import { drawTimeline, textBelow, timedLine } from "./demo/timeline.ts";
import { startStack } from "./stack.ts";

const { log: print } = console;
const { username, password } = localSecrets.community;
const { hr, slack } = localSecrets.callers;
const readEveryMs = 40;
const maxWaitMs = 120_000;

const summary = `
All results were as expected: one person and no second one, although each
webhook came more than once; every change on the profile; and nothing left of
the leaver but the id.

What to do next:
  npm start              the same on this machine, for you to try: it prints what
                         to type, and a link to the operators' console
  docs/sources/          connect HiBob, Personio, BambooHR, Okta, Slack, Teams...
  README.md              deploy it to your AWS account`;

// `npm run demo`
try {
  print(`This demo runs on this machine alone: the Lambda functions as they are
deployed, local AWS services, and a stand-in of the community platform.`);
  await withProgress("build the Lambda functions", buildBundles);
  const stack = await withProgress("start everything on free ports", () =>
    startStack(),
  );
  print(`
Times count from the moment an event is sent. Where bars stand above each
other, the steps run at the same time.`);
  try {
    await demonstrate(stack);
    print(summary);
  } finally {
    await stack.close();
  }
} catch (error) {
  console.error(
    `\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exitCode = 1;
}

/**
 * Takes one employee from hire to termination.
 *
 * @throws AssertionError when a result is not the expected one
 */
async function demonstrate({
  origin,
  platform,
  lambda,
}: Awaited<ReturnType<typeof startStack>>): Promise<void> {
  const client = createClient({
    baseUrl: platform.baseUrl,
    authorizer: basicAuth(username, password),
  });
  const { operations, events } = createApiClient(
    { name: "demo", origin, key: () => opsToken },
    networkAndTime,
  );
  const personID = await hire();
  await setStatus();
  await change();
  await leave();

  async function hire(): Promise<string> {
    const event = sampleHire(Date.now());
    const { data } = event;
    print(`\nHR hires ${data.name.givenName} ${data.name.familyName}`);
    const sent = ["onboarding", "msg_hire", event] as const;
    const { id, result, ...ended } = await sendEvent(...sent);
    requireSuccess(ended);
    const created = result?.personID ?? "";
    const person = await client.people.get(created);
    assert.equal(person.emails?.[0]?.value, data.email);
    print(
      `\n  Person ${created} on the platform: ${person.displayName ?? ""} <${data.email}>`,
    );
    for (const { svc_label = "", value = "" } of person.svc?.profile ?? [])
      print(`    ${svc_label}: ${value}`);

    for (let again = 1; again <= 2; again++) {
      const [repeated] = await sendAsHr(...sent);
      assert.equal(repeated?.id, id);
    }
    await lambda.idle();
    const people = platform.people();
    const tasks = platform.tasksOf(created);
    const streams = platform.streamsOf(created);
    const { bytes } = await client.images.avatar(created);
    assert.equal(people.length, 2, "one person and the service account");
    assert.equal(tasks.length, data.tasks.length, "each task once");
    assert.equal(streams.length, data.streams.length, "each stream once");
    assert.equal(platform.imagesOf(created).length, 1, "one avatar");
    assert.ok(
      Buffer.from(sampleAvatar).equals(bytes),
      "the avatar must have the bytes that were sent",
    );
    print(
      "\n  HR's system sends the same webhook twice more. Nothing changes:",
    );
    print(`    one person, one avatar of ${sampleAvatar.length} bytes`);
    for (const { subject, dueAtMs } of tasks)
      print(
        `    task, due ${new Date(dueAtMs).toISOString().slice(0, 10)}: ${subject}`,
      );
    for (const { name } of streams) print(`    stream: ${name}`);
    return created;
  }

  /** The profile shows what the person types in Slack. A Slack user without a link to a person gets help. */
  async function setStatus(): Promise<void> {
    const text = "Reading the handbook for 2h";
    print(`\nZoë types "/status ${text}" in Slack`);
    print("  Slack sends a signed command to POST /status/slack:");
    const sentAtMs = await typeInSlack("U1042", text);
    const { employeeId } = sampleHire(sentAtMs).data;
    const page = await operations.page({ employeeId, type: "status.set" });
    const [operation] = page.operations;
    assert.ok(operation, "the status must be an operation");
    // On a busy machine the operation may take longer than the three seconds that Slack waits for the answer.
    await follow(operation.id, sentAtMs);
    const { status } = await client.people.get(personID);
    assert.equal(status, "Reading the handbook", "the status must be there");
    print(`  The profile on the platform shows: ${status}`);

    print("\n  A Slack user who is linked to no person tries the same:");
    await typeInSlack("U9999", "I am Zoë");
    assert.ok(
      platform.people().every((person) => person.status !== "I am Zoë"),
      "an unlinked user must not set the status of a person",
    );
  }

  /** HR promotes the employee, and later renames her. All other fields of the profile stay. */
  async function change(): Promise<void> {
    const before = await client.people.get(personID);
    print("\nZoë is promoted and moves");
    const title = "Principal Engineer";
    const changed = await sendChange("msg_promotion", {
      title,
      location: "Stockholm, Sweden",
    });
    assert.deepEqual(changed, ["/title", "/location"]);
    const promoted = await client.people.get(personID);
    const profile = (before.svc?.profile ?? []).map((entry) =>
      entry.svc_label === "Title" ? { ...entry, value: title } : entry,
    );
    assert.deepEqual(promoted.svc?.profile, profile);
    assert.equal(promoted.status, before.status, "the status must stay");
    print(`  The profile shows: ${title}`);

    print("\nZoë marries, and gets another name, e-mail address and username");
    const email = "zoe.berg@example.com";
    const renamed = { email, username: "zoe.berg" };
    const name = { familyName: "Lindqvist Berg" };
    await sendChange("msg_rename", { ...renamed, name });
    const { svc, emails, displayName } = await client.people.get(personID);
    assert.equal(svc?.username, renamed.username);
    assert.equal(emails?.[0]?.value, email);
    print(`  Person ${personID} is now: ${displayName ?? ""} <${email}>`);
    print("  When she leaves, our store knows her by the new names.");
  }

  async function sendChange(
    id: string,
    fields: Record<string, unknown>,
  ): Promise<string[]> {
    const sample = createSample("change", Date.now(), fields);
    const { result, ...ended } = await sendEvent("profile", id, sample);
    requireSuccess(ended);
    const { changed = [] } = result ?? {};
    print(`  Changed: ${changed.join(", ")}`);
    return changed;
  }

  /** HR terminates the employment with a grace period, cancels that, and then terminates it without a grace period. */
  async function leave(): Promise<void> {
    const requireEnabled = async (isEnabled: boolean) => {
      const { svc } = await client.people.get(personID);
      assert.equal(svc?.enabled, isEnabled, "whether the account is enabled");
    };
    const terminate = (id: string, graceDays: number) => {
      const sample = createSample("leave", Date.now(), { graceDays });
      return sendEvent("offboarding", id, sample);
    };

    print("\nZoë leaves, with a grace period of seven days");
    const operation = await terminate("msg_leave", 7);
    assert.equal(operation.status, "waiting");
    await requireEnabled(false);
    print(
      "  The account is disabled. The operation waits, and will delete it at",
    );
    print(`  ${operation.dueAt ?? ""}.`);

    print("\nHR changes its mind: an operator cancels the waiting operation");
    print("  POST /operations/{id}/cancel, as caller ops:");
    const cancelledAtMs = Date.now();
    await sayAnswer(
      cancelledAtMs,
      operations.act(operation.id, "cancel"),
      () => "answered: the cancellation is stored",
    );
    const { status } = await follow(operation.id, cancelledAtMs);
    assert.equal(status, "cancelled");
    await requireEnabled(true);
    print("  The account is enabled again, and nothing of it is lost.");

    print("\nZoë leaves after all, without a grace period");
    requireSuccess(await terminate("msg_leave_again", 0));
    const gone = await client.people.find(personID);
    assert.equal(gone, undefined, "the person must be gone");
    assert.equal(platform.people().length, 1, "only the service account stays");
    print(
      "  The platform confirms that the person is gone. Our store keeps that",
    );
    print("  they left and when, and no personal data.");
  }

  /** Sends an event as the HR system, prints the answer, and follows the operation that it names. */
  async function sendEvent(
    ...sent: Parameters<typeof sendAsHr>
  ): Promise<ShownOperation> {
    const sentAtMs = Date.now();
    print(`  A signed webhook goes to POST /${sent[0]}/hr:`);
    const [operation] = await sayAnswer(
      sentAtMs,
      sendAsHr(...sent),
      () => "answered: the event is stored",
    );
    assert.ok(operation, "the webhook must be accepted");
    return follow(operation.id, sentAtMs);
  }

  function sendAsHr(receiver: string, id: string, event: object) {
    const body = JSON.stringify(event);
    const caller = { scheme: hr.scheme, key: hrKey };
    const headers = signEvent(caller, { id, body, nowMs: Date.now() });
    return events.send(receiver, "hr", { body, headers });
  }

  /** Resolves to the time at which it was typed. */
  async function typeInSlack(userId: string, text: string): Promise<number> {
    const nowMs = Date.now();
    const caller = { scheme: slack.scheme, key: slack.keys[0] };
    const typed = { text, nowMs, key: caller.key, userId: `T0001:${userId}` };
    const body = chatSamples["slack"]?.bodyOf(typed) ?? "";
    const headers = signEvent(caller, { id: "", body, nowMs });
    const answer = await sayAnswer(
      nowMs,
      events.type("slack", { body, headers }),
      () => "answered, visible to this user only:",
    );
    const width = widthOf(process.stdout);
    for (const line of textBelow(textOfChatAnswer(answer), width)) print(line);
    return nowMs;
  }

  /** Follows an operation until it ends or waits, shows its progress meanwhile, and then prints its steps. */
  async function follow(id: string, sentAtMs: number): Promise<ShownOperation> {
    const operation = await withProgress(
      "start the workflow",
      async (update) => {
        for (;;) {
          const read = await operations.get(id);
          const { status, steps } = read;
          const latest = steps.at(-1);
          if (latest && Date.parse(latest.at) >= sentAtMs)
            update(describeStep(latest.name).text);
          if (status !== "accepted" && status !== "running") return read;
          assert.ok(
            Date.now() < sentAtMs + maxWaitMs,
            `${id} is still ${status} after ${maxWaitMs / 1_000} s. If this machine was busy, run the demo again.`,
          );
          await sleep(readEveryMs);
        }
      },
    );
    const width = widthOf(process.stdout);
    for (const line of drawTimeline(operation.steps, { sentAtMs, width }))
      print(line);
    return operation;
  }
}

/** Waits for the answer to a request, shows the progress meanwhile, and prints the line that stands for the answer. */
async function sayAnswer<T>(
  sentAtMs: number,
  answering: Promise<T>,
  describe: (answer: T) => string,
): Promise<T> {
  const answer = await withProgress("wait for the answer", () => answering);
  print(timedLine(Date.now() - sentAtMs, describe(answer)));
  return answer;
}

function requireSuccess({
  status,
  reason = "",
  warnings,
}: Pick<ShownOperation, "status" | "reason" | "warnings">): void {
  assert.equal(status, "succeeded", `the operation ended ${status} ${reason}`);
  assert.deepEqual(warnings, [], "the operation must leave no warning");
}
