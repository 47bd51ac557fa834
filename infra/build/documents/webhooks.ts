import { ref } from "./json-schema.ts";
import { noticeTexts } from "./notice-schemas.ts";
import { type ApiOperation, json, type Parameter } from "./path-parts.ts";

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

/** The requests that we send. */
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
