import { describe, expect, test } from "vitest";
import type { FaultRule } from "../../../../infra/platform/faults/faults.ts";
import {
  call,
  createPerson,
  personBody,
  platformForTest,
  asService,
  basic,
  guard,
} from "../platform-for-test.ts";
import type { Platform } from "../../../../infra/platform/start-platform.ts";

const elsewhere = "https://elsewhere.example";

describe("fault rule", () => {
  test("matches its method and path only, with any names of parameters", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    platform.faults.add({
      method: "GET",
      path: "/people/{id}",
      kind: "status",
      status: 500,
    });
    expect((await call(platform, "GET", `/people/${id}`)).status).toBe(500);
    expect((await call(platform, "GET", "/people")).status).toBe(200);
    expect((await call(platform, "GET", `/people/${id}/images`)).status).toBe(
      200,
    );
    expect(
      (
        await call(platform, "PUT", `/people/${id}`, {
          json: personBody("ada"),
        })
      ).status,
    ).toBe(200);
  });

  test("lets the requests of skip pass first, and then applies to the requests of times", async () => {
    const platform = await platformForTest();
    platform.faults.add({
      path: "/people",
      kind: "status",
      status: 500,
      skip: 2,
      times: 1,
    });
    const statuses = [];
    for (let index = 0; index < 4; index += 1) {
      statuses.push((await call(platform, "GET", "/people")).status);
    }
    expect(statuses).toEqual([200, 200, 500, 200]);
  });
});

describe("control endpoint", () => {
  test("adds a rule and clears all rules, and no rule applies to it", async () => {
    const platform = await platformForTest();
    const control = `${platform.origin}/_faults`;
    const json: FaultRule = { kind: "status", status: 503 };
    expect(
      (await call(platform, "POST", control, { as: null, json })).status,
    ).toBe(204);
    expect((await call(platform, "GET", "/people")).status).toBe(503);
    expect(
      (await call(platform, "GET", `${platform.origin}/healthz`)).status,
    ).toBe(200);
    expect((await call(platform, "DELETE", control, { as: null })).status).toBe(
      204,
    );
    expect((await call(platform, "GET", "/people")).status).toBe(200);
  });

  test.each([
    {},
    { kind: "unknown" },
    { kind: "status" },
    { kind: "status", status: 200 },
    { kind: "status", status: 503, retryAfter: "1\r\nx: y" },
    { kind: "latency", ms: -1 },
    { kind: "reset-before", times: 0 },
    { kind: "reset-before", typo: true },
    { kind: "reset-before", path: "people" },
    { kind: "guard-line" },
    { kind: "late-deletion" },
    { kind: "late-deletion", gone: { afterReads: -1 } },
    { kind: "foreign-host", of: "links", origin: "elsewhere" },
    { kind: "foreign-host", of: "links", origin: `${elsewhere}/"` },
    { kind: "foreign-host", of: "body", origin: elsewhere },
  ])("answers the rule %j by 400", async (json) => {
    const platform = await platformForTest();
    const answer = await call(platform, "POST", `${platform.origin}/_faults`, {
      json,
    });
    expect(answer.status).toBe(400);
    expect((await call(platform, "GET", "/people")).status).toBe(200);
  });
});

async function login(platform: Platform) {
  const answer = await call(platform, "POST", `${platform.authUrl}/login`, {
    as: basic("local-consumer-key", "local-consumer-secret"),
    form: {
      grant_type: "password",
      username: "service",
      password: "service-password",
      scope: "PRODUCTION",
    },
  });
  return answer.json() as { access_token: string; expires_in?: number };
}

describe("fault of kind", () => {
  test("latency: a request whose client gave up still takes effect", async () => {
    let wake = () => {};
    const asleep = Promise.withResolvers<void>();
    const platform = await platformForTest({
      sleepMs: () =>
        new Promise<void>((resolve) => {
          wake = resolve;
          asleep.resolve();
        }),
    });
    platform.faults.add({ kind: "latency", ms: 1, times: 1 });
    const gaveUp = new AbortController();
    const request = fetch(`${platform.baseUrl}/api/core/v3/people`, {
      method: "POST",
      headers: { authorization: asService, "content-type": "application/json" },
      body: JSON.stringify(personBody("ada")),
      signal: gaveUp.signal,
    });
    await asleep.promise;
    gaveUp.abort();
    await expect(request).rejects.toThrow("abort");
    // After another round trip, the platform has seen the end of the socket.
    await call(platform, "GET", "/people");
    wake();
    await expect.poll(() => platform.findPerson("ada")).toBeDefined();
    expect(platform.journal[0]).toMatchObject({
      method: "POST",
      applied: true,
    });
    expect(platform.journal[0]).not.toHaveProperty("status");
  });

  test.each(["", "throw 'allowIllegalResourceCall is false.';\r\n"])(
    "guard-line: the guard line is missing, or has another line end, on one route (%j)",
    async (text) => {
      const platform = await platformForTest();
      platform.faults.add({ kind: "guard-line", text, path: "/people" });
      const answer = await call(platform, "GET", "/people");
      expect(answer.text.startsWith(`${text}{"list":`)).toBe(true);
      const other = await call(platform, "GET", "/contents");
      expect(other.text.startsWith(guard)).toBe(true);
    },
  );

  test("token-expired: the token of the request expires before it, and other tokens and HTTP Basic do not", async () => {
    const platform = await platformForTest();
    const first = `Bearer ${(await login(platform)).access_token}`;
    const second = `Bearer ${(await login(platform)).access_token}`;
    const statusAs = async (as: string) =>
      (await call(platform, "GET", "/people", { as })).status;
    platform.faults.add({ kind: "token-expired", skip: 1, times: 2 });
    expect(await statusAs(first)).toBe(200);
    expect(await statusAs(first)).toBe(401);
    expect(await statusAs(basic("service", "service-password"))).toBe(200);
    expect(await statusAs(first)).toBe(401);
    expect(await statusAs(second)).toBe(200);
  });
});
