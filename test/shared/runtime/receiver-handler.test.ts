import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { createReceiverHandler } from "../../../shared/runtime/http-handler.ts";

/** A handler, and the events that it passed to the event receiver. */
function createForTest() {
  const taken: unknown[] = [];
  const app = new Hono().post("/notes/:caller", (c) =>
    c.json({ caller: c.req.param("caller") }, 202),
  );
  const handler = createReceiverHandler(app, async (event) => {
    if (event === "bad") throw new Error("refused");
    taken.push(event);
  });
  // Lambda passes on any payload.
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

test("the app answers a request of API Gateway", async () => {
  const { invoke, taken } = createForTest();
  expect(await invoke(request)).toMatchObject({
    statusCode: 202,
    body: '{"caller":"hr"}',
  });
  expect(taken).toEqual([]);
});

describe("receiver handler", () => {
  test.each([
    ["of the bus", { id: "1", source: "com.example.hr", detail: {} }],
    ["of a schedule", { source: "aws.scheduler", schedule: "s" }],
    ["of an unknown form", { requestContext: { elb: {} } }],
    ["that is nothing", null],
  ])("takes an event %s and returns nothing", async (_what, event) => {
    const { invoke, taken } = createForTest();
    expect(await invoke(event)).toBeUndefined();
    expect(taken).toEqual([event]);
  });

  test("throws the event receiver's error, so Lambda retries and then uses the failure destination", async () => {
    await expect(createForTest().invoke("bad")).rejects.toThrow("refused");
  });

  test("takes an event whose detail looks like an HTTP request as an event", async () => {
    const { invoke, taken } = createForTest();
    const event = { id: "1", detail: request };
    await invoke(event);
    expect(taken).toEqual([event]);
  });
});
