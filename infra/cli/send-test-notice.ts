import { randomUUID } from "node:crypto";
import type { NoticeMessage } from "../../functions/notifications/contract.ts";
import { createPost } from "../../functions/notifications/post.ts";
import { requestFor } from "../../functions/notifications/subscribers.ts";
import { errorNameOf } from "../../shared/error-name.ts";
import { PublicRequestError } from "../../shared/public-request.ts";
import { subscribersSchema } from "../../shared/webhook/subscribers-secret.ts";
import { nearestTo } from "../../shared/nearest.ts";
import { CommandError } from "./command-error.ts";
import type { AwsDeployment } from "./profiles.ts";
import { openSecret } from "./secrets/stored-secret.ts";

/**
 * Sends a test notice to one subscriber, with the URL and the keys of the stored secret. It is about no real employee.
 *
 * @returns the HTTP status of the answer
 * @throws CommandError that says what to do
 */
export async function sendTestNotice(
  deployment: AwsDeployment,
  name: string,
  nowMs: number,
): Promise<number> {
  const isLocal = deployment.endpoints !== undefined;
  const secret = isLocal ? "subscribers" : `${deployment.prefix}/subscribers`;
  const content = await openSecret(secret, deployment).read("AWSCURRENT");
  const subscribers = subscribersSchema.safeParse(content ?? {}).data ?? {};
  const names = Object.keys(subscribers);
  const subscriber = names.includes(name) ? subscribers[name] : undefined;
  if (!subscriber) {
    const meant = nearestTo(name, names);
    throw new CommandError(
      `There is no subscriber ${name}. ${meant ? `Did you mean ${meant}?` : `The secret has ${names.join(", ") || "none"}.`}`,
    );
  }
  if (subscriber.format === "broken")
    throw new CommandError(
      `The entry of ${name} is not valid: check the file with secrets subscribers --check.`,
    );
  const message = messageOf(new Date(nowMs).toISOString());
  const { headers, body } = requestFor(subscriber, message, nowMs);
  const post = createPost({ allowsLoopback: isLocal });
  try {
    return (await post(subscriber.url, headers, body)).status;
  } catch (error) {
    const why =
      error instanceof PublicRequestError ? error.code : errorNameOf(error);
    throw new CommandError(
      `There is no answer of ${name} (${why}). Check its URL, and whether this machine reaches it.`,
      { cause: error },
    );
  }
}

function messageOf(at: string): NoticeMessage {
  const id = `test_${randomUUID()}`;
  const operation = {
    notice: id,
    operation: "op_test",
    type: "employee.hired",
    employee: "TEST",
    at,
  };
  return {
    id,
    type: "operation.needs_attention",
    timestamp: at,
    data: { count: 1, reason: "person-missing", operations: [operation] },
  };
}
