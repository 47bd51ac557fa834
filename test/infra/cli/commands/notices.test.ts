import { expect, onTestFinished, test } from "vitest";
import { noticeMessageSchema } from "../../../../functions/notifications/contract.ts";
import {
  type HttpRequest,
  jsonAnswer,
} from "../../../../infra/pages/http-server.ts";
import { startSecretsManager } from "../../../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { rows } from "../../../fixtures/rows.ts";
import { describeStack, serveAws, useCli } from "../cli-for-test.ts";

const cli = useCli();

/** A stack with one subscriber, `pager`, which answers with this status. @returns the requests to it */
async function useSubscriber(status: number): Promise<HttpRequest[]> {
  const requests: HttpRequest[] = [];
  const receiver = await serveAws([], async (request) => {
    requests.push(request);
    return jsonAnswer(status, {});
  });
  const secrets = await startSecretsManager({
    secrets: {
      subscribers: {
        pager: {
          url: `${receiver.endpoint}/hook`,
          format: "webhook",
          keys: ["whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="],
        },
      },
    },
  });
  onTestFinished(() => secrets.close());
  describeStack(cli().folder, secrets.endpoint);
  return requests;
}

test.each(rows<[string, number, string, number]>`
  pager | ${204} | pager has taken the notice (204). | ${0}
  pager | ${401} | pager has answered 401 | ${2}
  pagr  | ${204} | Did you mean pager? | ${1}
`)(
  "notices test %s, beside a subscriber pager that answers %i, says: %s",
  async (name, status, says, code) => {
    const requests = await useSubscriber(status);
    const words = `notices test ${name} --profile local`;
    const { errors, output, exitCode } = await cli().run(words);
    expect(output + errors).toContain(says);
    expect(exitCode).toBe(code);
    // A signed notice that is about no employee.
    expect(requests).toHaveLength(code === 1 ? 0 : 1);
    for (const { headers, body } of requests) {
      expect(headers.has("webhook-signature")).toBe(true);
      const sent: unknown = JSON.parse(String(body));
      expect(noticeMessageSchema.parse(sent)).toMatchObject({
        data: { operations: [{ employee: "TEST" }] },
      });
    }
  },
);
