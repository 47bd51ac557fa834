import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type GatewayOptions,
  startGateway,
} from "../../../../../infra/local/aws/api-gateway/start-gateway.ts";
import { rows } from "../../../../fixtures/rows.ts";
import type { InvocationOutcome } from "../../../../../infra/local/aws/lambda/sandbox-messages.ts";

const routes = [
  { path: "/onboarding/{caller}", function: "onboarding-receiver" },
  { path: "/operations", function: "operations" },
  { path: "/operations/{rest+}", function: "operations" },
];

type Call = { functionName: string; event: APIGatewayProxyEventV2 };

/** Starts a gateway whose functions have this outcome, and records their calls. */
async function start(
  outcome: InvocationOutcome = {
    status: "returned",
    payload: '{"statusCode":204}',
  },
  options: Partial<GatewayOptions> = {},
) {
  const calls: Call[] = [];
  const gateway = await startGateway({
    routes,
    nowMs: () => Date.UTC(2026, 2, 12, 19, 3, 58),
    invoke: async (functionName, event) => {
      calls.push({ functionName, event: event as APIGatewayProxyEventV2 });
      return outcome;
    },
    ...options,
  });
  onTestFinished(gateway.close);
  return { ...gateway, calls };
}

describe("local API gateway", () => {
  test("converts a request to an event in payload format 2.0", async () => {
    const { endpoint, calls } = await start();
    await fetch(`${endpoint}/onboarding/hr%20one?a=1&b=x%20y&a=2`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Mixed-Case": "kept",
        "User-Agent": "test",
      },
      body: '{"é":1}',
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.functionName).toBe("onboarding-receiver");
    expect(calls[0]?.event).toMatchObject({
      version: "2.0",
      routeKey: "ANY /onboarding/{caller}",
      rawPath: "/onboarding/hr one",
      rawQueryString: "a=1&b=x%20y&a=2",
      queryStringParameters: { a: "1,2", b: "x y" },
      pathParameters: { caller: "hr one" },
      headers: { "content-type": "application/json", "x-mixed-case": "kept" },
      requestContext: {
        http: { method: "POST", sourceIp: "127.0.0.1", userAgent: "test" },
        stage: "$default",
      },
      body: '{"é":1}',
      isBase64Encoded: false,
    });
  });

  test("passes a body that is not text unchanged in base64", async () => {
    const { endpoint, calls } = await start();
    const bytes = Buffer.from([0, 255, 254, 13, 10]);
    const types = [
      "application/octet-stream",
      "application/x-www-form-urlencoded",
      // A body of a text type that is not valid UTF-8 would be damaged if it were passed as text.
      "application/json",
    ];
    for (const type of types) {
      await fetch(`${endpoint}/operations`, {
        method: "POST",
        headers: { "content-type": type },
        body: bytes,
      });
    }
    expect(calls).toHaveLength(types.length);
    for (const { event } of calls) {
      expect(event.isBase64Encoded).toBe(true);
      expect(Buffer.from(event.body ?? "", "base64")).toEqual(bytes);
    }
  });

  const failed: InvocationOutcome = {
    status: "failed",
    error: { errorType: "Error", errorMessage: "private" },
  };
  const neverEnds = () => new Promise<InvocationOutcome>(() => {});
  const late = { timeoutMs: 1, invoke: neverEnds };
  const invalid = {
    status: "returned",
    payload: '{"statusCode":"many"}',
  } as const;
  type Options = Partial<GatewayOptions>;
  /** Title, path, outcome of the function, status, message, options of the gateway. */
  type Row = [string, string, InvocationOutcome, number, string, Options?];
  test.each(rows<Row>`
    a function error           | /operations     | ${failed} | ${500} | Internal Server Error
    an invalid response        | /operations     | ${invalid} | ${500} | Internal Server Error
    a function that takes long | /operations     | ${failed} | ${503} | Service Unavailable | ${late}
    the root path              | /               | ${failed} | ${404} | Not Found
    a part of a path           | /onboarding     | ${failed} | ${404} | Not Found
    a path that is too long    | /onboarding/a/b | ${failed} | ${404} | Not Found
    a path with an empty part  | /operations/    | ${failed} | ${404} | Not Found
  `)(
    "answers without details for %s (%s)",
    async (_, path, outcome, status, message, options) => {
      const { endpoint, calls } = await start(outcome, options);
      const response = await fetch(endpoint + path);
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ message });
      // No function is called for a path without a route. The call that takes long is not recorded.
      expect(calls).toHaveLength(status === 500 ? 1 : 0);
    },
  );

  test("refuses requests above the throttle with status 429, and accepts them again at the rate of the throttle", async () => {
    let atMs = 0;
    const { endpoint, calls } = await start(
      { status: "returned", payload: '{"statusCode":204}' },
      {
        nowMs: () => atMs,
        throttle: { requestsPerSecond: 2, burst: 3 },
        routeThrottles: { operations: { requestsPerSecond: 1, burst: 1 } },
      },
    );
    const statuses = async (path: string, count: number) => {
      const found: number[] = [];
      for (let sent = 0; sent < count; sent++)
        found.push((await fetch(endpoint + path)).status);
      return found;
    };
    expect(await statuses("/onboarding/a", 4)).toEqual([204, 204, 204, 429]);
    // Each of these routes has a throttle of its own.
    expect(await statuses("/operations", 2)).toEqual([204, 429]);
    expect(await statuses("/operations/1", 2)).toEqual([204, 429]);
    atMs += 1_000;
    expect(await statuses("/onboarding/b", 3)).toEqual([204, 204, 429]);
    atMs += 60_000;
    expect(await statuses("/onboarding/c", 4)).toEqual([204, 204, 204, 429]);
    const refused = await fetch(`${endpoint}/onboarding/c`);
    expect(await refused.json()).toEqual({ message: "Too Many Requests" });
    expect(calls).toHaveLength(10);
  });

  test("accepts a body of 10 MB and rejects one more byte", async () => {
    const { endpoint, calls } = await start();
    const limit = 10 * 1024 * 1024;
    const post = async (bytes: number) =>
      fetch(`${endpoint}/operations`, {
        method: "POST",
        body: new Uint8Array(bytes),
      });
    expect((await post(limit)).status).toBe(204);
    expect((await post(limit + 1)).status).toBe(413);
    expect(calls).toHaveLength(1);
  });
});
