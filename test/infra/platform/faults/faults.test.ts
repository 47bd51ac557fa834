import { describe, expect, test } from "vitest";
import type { FaultRule } from "../../../../infra/platform/faults/faults.ts";
import {
  type Call,
  call,
  createPerson,
  logIn,
  personBody,
  platformForTest,
  asService,
  basic,
  guard,
} from "../platform-for-test.ts";

test("a fault matches its method and its path, whatever the parameters are called, until it is cleared", async () => {
  const platform = await platformForTest();
  const { id } = await createPerson(platform, "ada");
  const control = `${platform.origin}/_faults`;
  const json: FaultRule = {
    method: "GET",
    path: "/people/{id}",
    kind: "status",
    status: 503,
  };
  const statusOf = async (method: string, path: string, options?: Call) =>
    (await call(platform, method, path, options)).status;
  expect(await statusOf("POST", control, { as: null, json })).toBe(204);
  const person = `/people/${id}`;
  expect(await statusOf("GET", person)).toBe(503);
  expect(await statusOf("GET", "/people")).toBe(200);
  expect(await statusOf("GET", `${person}/images`)).toBe(200);
  expect(await statusOf("PUT", person, { json: personBody("ada") })).toBe(200);
  expect(await statusOf("DELETE", control, { as: null })).toBe(204);
  expect(await statusOf("GET", person)).toBe(200);
});

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

  test("token-expired: the token expires before its request is read; other tokens and HTTP Basic stay valid", async () => {
    const platform = await platformForTest();
    const first = `Bearer ${(await logIn(platform)).access_token}`;
    const second = `Bearer ${(await logIn(platform)).access_token}`;
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
