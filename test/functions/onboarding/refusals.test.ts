import { describe, expect, test } from "vitest";
import { hrKey } from "../../../infra/local/credentials.ts";
import { signStandardWebhook } from "../../../shared/webhook/schemes/standard-webhooks.ts";
import { scanTables } from "../../fixtures/scan-tables.ts";
import { useBundledStack } from "../../environments/bundled-stack.ts";
import { hireEvent } from "../../fixtures/hire.ts";

const stack = useBundledStack({
  callers: {
    reader: { scheme: "bearer", keys: ["local-reader-token"], scopes: [] },
  },
});

const seconds = () => Math.floor(Date.now() / 1000);
const id = "msg_refusal";

type Sent = {
  path?: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
};

function send({
  path = "/onboarding/hr",
  method = "POST",
  body = "",
  headers = {},
}: Sent) {
  return fetch(stack().origin + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(method === "GET" ? {} : { body }),
  });
}

function signed(body: string, timestamp = seconds(), key: string = hrKey) {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signStandardWebhook(key, id, timestamp, body),
  };
}

/** Nothing was accepted, started or asked of the platform. */
async function expectNothingChanged(journalBefore: number): Promise<void> {
  const { lambda, platform, dynamodb } = stack();
  await lambda.idle();
  expect((await scanTables(dynamodb)).store).toEqual([]);
  expect(lambda.executions()).toEqual([]);
  expect(platform.journal.length).toBe(journalBefore);
}

describe("authenticated requests with an error are answered with its reason, and nothing changes", () => {
  test("a 400 names every wrong field at once, and never repeats a value", async () => {
    const wrong = JSON.stringify(
      hireEvent("X-4", {
        email: "canary-at-nowhere",
        name: { givenName: "Canary", familyName: 7 },
        phones: [{ value: "1", label: "Canary" }],
        tasks: [{ subject: "Canary" }],
        streams: ["One", "one"],
        avatar: { url: "http://canary.example.com/a.png" },
        nickname: "Canary",
      } as never),
    );
    const before = stack().platform.journal.length;
    const answer = await send({ body: wrong, headers: signed(wrong) });
    const problem = (await answer.json()) as {
      errors: { pointer: string; detail: string }[];
    };
    expect(answer.status).toBe(400);
    expect(problem.errors.map(({ pointer }) => pointer).sort()).toEqual([
      "#/data/avatar/url",
      "#/data/email",
      "#/data/name/familyName",
      "#/data/nickname",
      "#/data/phones/0/label",
      "#/data/streams",
      "#/data/tasks/0",
    ]);
    expect(JSON.stringify(problem)).not.toMatch(/canary/i);
    await expectNothingChanged(before);
  });
});
