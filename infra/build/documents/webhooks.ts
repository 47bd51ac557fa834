import { ref } from "./json-schema.ts";
import { type ApiOperation, json, type Parameter } from "./path-parts.ts";
import type { NoticeType } from "../../../shared/store/notices.ts";

export const noticeTexts: Record<NoticeType, string> = {
  "operation.needs_attention": "An operation needs the decision of an operator",
  "operation.failed": "An operation failed, and a retry may help",
  "operation.held":
    "An operation is held: a limit is reached, or a deletion takes too many contents away",
  "operation.attended":
    "An operation of these three runs again, or is closed. A subscriber gets it when no operation with the reason is open",
  "person.onboarded":
    "A person was created, or an existing person was linked to an employee",
  "person.changed": "Fields of a person changed",
  "person.suspended": "A suspension disabled a person",
  "person.resumed": "A person was enabled again",
  "person.left": "A termination disabled or deleted a person",
  "plan.needs_attention":
    "A list could not be planned, or an apply ended early. The reason says why, and whether it goes on",
  "subscriber.disabled": "A subscriber answered 410, and gets nothing more",
  "outage.began": "Operations wait for the platform, or for our configuration",
  "outage.changed":
    "The cause of an outage has changed, for example from a platform that is down to a refused password",
  "outage.over": "The operations that waited go on",
};

const header = (name: string, description: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const types = Object.entries(noticeTexts)
  .map(([type, text]) => `- \`${type}\`: ${text}.`)
  .join("\n");

export const webhooks: Record<string, { post: ApiOperation }> = {
  notice: {
    post: {
      operationId: "receive-notice",
      tags: ["Notices"],
      summary: "Receive a notice as a subscriber",
      description: `We send it to each \`webhook\` of the [subscribers secret](secrets.md#community-automationsubscribers), signed by Standard Webhooks.\n\n${types}`,
      security: [],
      parameters: [
        header(
          "webhook-id",
          "The `id` of the message. It is the same on each attempt.",
        ),
        header("webhook-timestamp", "When it was sent, in seconds since 1970."),
        header(
          "webhook-signature",
          "`v1,` and the signature of `webhook-id`, `webhook-timestamp` and the body, for each key of the subscriber.",
        ),
      ],
      requestBody: { required: true, content: json(ref("Notice")) },
      responses: {
        "2XX": { description: "Taken. We send it no more" },
        "410": {
          description:
            "The subscriber wants no more notices, and is disabled until its URL or its name changes",
        },
        default: {
          description:
            "We send it again, up to ten times within 75 hours. `Retry-After` is kept up to six hours",
        },
      },
    },
  },
};
