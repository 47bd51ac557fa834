import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import {
  createHttpHandler,
  createReceiverHandler,
  warmUpRequest,
} from "../../../shared/runtime/http-handler.ts";
import { problem } from "../../../shared/webhook/problem.ts";
import {
  bodyOf,
  requestEnvironmentOf,
} from "../../../shared/webhook/request-environment.ts";
import { rows } from "../../fixtures/rows.ts";

/** A request as API Gateway sends it (payload format 2.0). */
function eventOf(
  changes: Partial<APIGatewayProxyEventV2>,
  method = "POST",
): APIGatewayProxyEventV2 {
  return {
    version: "2.0",
    routeKey: "ANY /onboarding/{caller}",
    rawPath: "/onboarding/hr",
    rawQueryString: "",
    headers: { "content-type": "application/json", host: "api.example.com" },
    requestContext: {
      accountId: "123456789012",
      apiId: "api",
      domainName: "api.example.com",
      domainPrefix: "api",
      http: {
        method,
        path: "/onboarding/hr",
        protocol: "HTTP/1.1",
        sourceIp: "192.0.2.1",
        userAgent: "hr/1.0",
      },
      requestId: "id",
      routeKey: "ANY /onboarding/{caller}",
      stage: "$default",
      time: "31/Jan/2026:18:42:00 +0000",
      timeEpoch: 1_769_884_920_000,
    },
    isBase64Encoded: false,
    ...changes,
  };
}

/** An app that answers with the request it received. */
const handler = createHttpHandler(
  new Hono().all("*", async (c) =>
    c.json(
      {
        method: c.req.method,
        url: c.req.url,
        signature: c.req.header("Webhook-Signature") ?? "none",
        bytes: [...(await bodyOf(c))],
      },
      202,
      { location: "/operations/op_1" },
    ),
  ),
);

async function ask(changes: Partial<APIGatewayProxyEventV2>, method?: string) {
  const { body = "" } = await handler(eventOf(changes, method));
  return JSON.parse(body) as {
    method: string;
    url: string;
    signature: string;
    bytes: number[];
  };
}

const zoe = "Zoë 雪 🚀";
const raw = Buffer.from([0, 255, 0xc3, 0x28]);
const host = { host: "api.example.com" };
const signed = { ...host, "webhook-signature": "v1,abc" };
const at = (path: string) => `https://api.example.com${path}`;

test.each(rows<[string, Partial<APIGatewayProxyEventV2>, object, string?]>`
  the bytes of a text | ${{ body: zoe }} | ${{ bytes: [...Buffer.from(zoe)] }}
  the bytes of a body in base64 | ${{ body: raw.toString("base64"), isBase64Encoded: true }} | ${{ bytes: [...raw] }}
  no body of a GET | ${{ body: "text" }} | ${{ method: "GET", bytes: [] }} | GET
  a header in any case | ${{ headers: signed }} | ${{ signature: "v1,abc" }}
  an absent header as absent | ${{ headers: { ...signed, "webhook-signature": undefined } }} | ${{ signature: "none" }}
  path and query as they were sent | ${{ rawPath: "/a%2Fb/%C3%A9", rawQueryString: "a=1&a=2&b=%20" }} | ${{ url: at("/a%2Fb/%C3%A9?a=1&a=2&b=%20") }}
  a decoded name with marks of a URL | ${{ rawPath: "/employees/A?1#2" }} | ${{ url: at("/employees/A%3F1%232?") }}
  a decoded name with a backslash | ${{ rawPath: "/employees/back\\slash" }} | ${{ url: at("/employees/back%5Cslash?") }}
  a decoded name with a percent sign | ${{ rawPath: "/employees/100% of" }} | ${{ url: at("/employees/100%25%20of?") }}
  a path that looks like a host as a path | ${{ rawPath: "//evil.example.com/x" }} | ${{ url: at("//evil.example.com/x?") }}
`)("the app gets %s", async (_, changes, expected, method) => {
  expect(await ask(changes, method)).toMatchObject(expected);
});

test("the answer has the status and headers of the app's response, and no body to HEAD", async () => {
  expect(await handler(eventOf({ body: "{}" }))).toMatchObject({
    statusCode: 202,
    headers: {
      "content-type": "application/json",
      location: "/operations/op_1",
    },
  });
  const { statusCode, body } = await handler(eventOf({ body: "{}" }, "HEAD"));
  expect([statusCode, body]).toEqual([202, ""]);
});

test.each(["TRACE", "no method"])(
  "answers 400 to the method %s, which the Fetch standard forbids",
  async (method) => {
    expect(await handler(eventOf({}, method))).toEqual({ statusCode: 400 });
  },
);

test("the warm-up request passes through the app like any other, and names no caller", async () => {
  const { statusCode, body = "" } = await handler(warmUpRequest);
  expect(statusCode).toBe(202);
  expect(JSON.parse(body)).toEqual({
    method: "POST",
    url: "https://localhost/?",
    signature: "none",
    bytes: [...Buffer.from("{}")],
  });
});

test("hands the source address that API Gateway reports to the app, whatever the headers say", async () => {
  const app = new Hono<{ Bindings: { sourceAddress?: string } }>();
  app.post("/onboarding/hr", (c) =>
    c.text(requestEnvironmentOf(c).sourceAddress ?? "none"),
  );
  const headers = { "x-forwarded-for": "198.51.100.9" };
  const { body } = await createHttpHandler(app)(eventOf({ headers }));
  expect(body).toBe("192.0.2.1");
  expect(
    await (await app.request("/onboarding/hr", { method: "POST" })).text(),
  ).toBe("none");
});

test("a problem document links to the documents of the deployment, or to a page of the API itself", async () => {
  const app = new Hono();
  app.all("*", (c) => problem(c, "not-found"));
  const typeWith = async (docsUrl: string) => {
    const { body = "" } = await createHttpHandler(app, { docsUrl })(
      eventOf({}),
    );
    return (JSON.parse(body) as { type: unknown }).type;
  };
  const docsUrl = "https://git.example.com/it/automation/docs";
  for (const given of [docsUrl, `${docsUrl}/`])
    expect(await typeWith(given)).toBe(`${docsUrl}/problems.md#not-found`);
  expect(await typeWith("")).toBe("https://api.example.com/problems#not-found");
});

describe("the handler of a receiver", () => {
  /** A handler, and the events that it passed to the event receiver. */
  function createForTest() {
    const taken: unknown[] = [];
    const app = new Hono().all("*", (c) => c.json({}, 202));
    const receive = createReceiverHandler(app, async (event) => {
      if (event === "bad") throw new Error("refused");
      taken.push(event);
    });
    // Lambda passes on any payload.
    const invoke = (event: unknown) => receive(event as APIGatewayProxyEventV2);
    return { invoke, taken };
  }

  test("lets the app answer a request of API Gateway", async () => {
    const { invoke, taken } = createForTest();
    expect(await invoke(eventOf({}))).toMatchObject({ statusCode: 202 });
    expect(taken).toEqual([]);
  });

  test.each([
    ["of the bus", { id: "1", source: "com.example.hr", detail: {} }],
    ["of a schedule", { source: "aws.scheduler", schedule: "s" }],
    ["of an unknown form", { requestContext: { elb: {} } }],
    ["that is nothing", null],
    ["whose detail looks like a request", { id: "1", detail: eventOf({}) }],
  ])("takes an event %s and returns nothing", async (_what, event) => {
    const { invoke, taken } = createForTest();
    expect(await invoke(event)).toBeUndefined();
    expect(taken).toEqual([event]);
  });

  test("throws the event receiver's error, so Lambda retries and then uses the failure destination", async () => {
    await expect(createForTest().invoke("bad")).rejects.toThrow("refused");
  });
});
