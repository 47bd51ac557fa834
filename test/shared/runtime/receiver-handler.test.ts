import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { createReceiverHandler } from "../../../shared/runtime/receiver-handler.ts";

/** A handler, and the events that it took as EventBridge's. */
function createForTest() {
  const taken: unknown[] = [];
  const app = new Hono().post("/notes/:caller", (c) =>
    c.json({ caller: c.req.param("caller") }, 202),
  );
  const handler = createReceiverHandler(app, async (event) => {
    if (event === "bad") throw new Error("refused");
    taken.push(event);
  });
  // Lambda hands over whatever it was invoked with.
  const invoke = (event: unknown) => handler(event as APIGatewayProxyEventV2);
  return { invoke, taken };
}

const request = {
  version: "2.0",
  rawPath: "/notes/hr",
  rawQueryString: "",
  headers: {},
  requestContext: { domainName: "api.example.com", http: { method: "POST" } },
  isBase64Encoded: false,
};

test("a request of API Gateway is answered by the app", async () => {
  const { invoke, taken } = createForTest();
  expect(await invoke(request)).toMatchObject({
    statusCode: 202,
    body: '{"caller":"hr"}',
  });
  expect(taken).toEqual([]);
});

describe("everything else is an event", () => {
  test.each([
    ["of the bus", { id: "1", source: "com.example.hr", detail: {} }],
    ["of a schedule", { source: "aws.scheduler", schedule: "s" }],
    ["of a form that nobody knows", { requestContext: { elb: {} } }],
    ["that is nothing", null],
  ])("%s, and is answered with nothing", async (_what, event) => {
    const { invoke, taken } = createForTest();
    expect(await invoke(event)).toBeUndefined();
    expect(taken).toEqual([event]);
  });

  test("and what is thrown for it reaches Lambda, which tries again and then tells", async () => {
    await expect(createForTest().invoke("bad")).rejects.toThrow("refused");
  });

  test("whose detail pretends to be a request is an event all the same", async () => {
    const { invoke, taken } = createForTest();
    const event = { id: "1", detail: request };
    await invoke(event);
    expect(taken).toEqual([event]);
  });
});
