import { describe, expect, test } from "vitest";
import type { FaultRule } from "../../../../infra/local/platform/faults/fault-rule.ts";
import {
  asAda,
  asService,
  call,
  createPerson,
  personBody,
  platformForTest,
} from "./platform-for-test.ts";

describe("fault of kind", () => {
  test("status: the answer is that status, and nothing happens", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "status", status: 503, retryAfter: 7 });
    const answer = await call(platform, "POST", "/people", {
      json: personBody("ada"),
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("7");
    expect(platform.findPerson("ada")).toBeUndefined();
  });

  test("status: Retry-After may be an HTTP date, or be absent", async () => {
    const platform = await platformForTest();
    const retryAfter = "Wed, 21 Oct 2026 07:28:00 GMT";
    platform.faults.add({ kind: "status", status: 429, retryAfter, times: 1 });
    platform.faults.add({ kind: "status", status: 500 });
    expect(
      (await call(platform, "GET", "/people")).headers.get("retry-after"),
    ).toBe(retryAfter);
    expect(
      (await call(platform, "GET", "/people")).headers.has("retry-after"),
    ).toBe(false);
  });

  test("latency: waits by the injected sleep, then goes on", async () => {
    const slept: number[] = [];
    const platform = await platformForTest({
      sleepMs: async (ms) => void slept.push(ms),
    });
    platform.faults.add({ kind: "latency", ms: 1500 });
    platform.faults.add({ kind: "latency", ms: 500 });
    expect(
      (await call(platform, "POST", "/people", { json: personBody("ada") }))
        .status,
    ).toBe(201);
    expect(slept).toEqual([1500, 500]);
  });

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
    // One more round trip, so that the platform has seen the socket end.
    await call(platform, "GET", "/people");
    wake();
    await expect.poll(() => platform.findPerson("ada")).toBeDefined();
    expect(platform.journal[0]).toMatchObject({
      method: "POST",
      applied: true,
    });
    expect(platform.journal[0]).not.toHaveProperty("status");
  });

  test("reset-before: no answer, and nothing happened", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "reset-before", times: 1 });
    await expect(
      call(platform, "POST", "/people", { json: personBody("ada") }),
    ).rejects.toThrow("fetch failed");
    expect(platform.findPerson("ada")).toBeUndefined();
    expect(
      (await call(platform, "POST", "/people", { json: personBody("ada") }))
        .status,
    ).toBe(201);
  });

  test("reset-after: no answer, though the write took effect", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "reset-after", times: 1 });
    await expect(
      call(platform, "POST", "/people", { json: personBody("ada") }),
    ).rejects.toThrow("fetch failed");
    expect(platform.findPerson("ada")).toBeDefined();
    expect(
      (await call(platform, "POST", "/people", { json: personBody("ada") }))
        .status,
    ).toBe(409);
  });
});

describe("a rule", () => {
  test("meets only its method and path; parameters may have any name", async () => {
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

  test("meets a path with a slash at its end as the same path", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    platform.faults.add({
      path: "/people/{personID}/images",
      kind: "status",
      status: 500,
    });
    expect((await call(platform, "GET", `/people/${id}/images/`)).status).toBe(
      500,
    );
  });

  test("meets the login", async () => {
    const platform = await platformForTest();
    platform.faults.add({ path: "/login", kind: "status", status: 502 });
    expect(
      (await call(platform, "POST", `${platform.authUrl}/login`)).status,
    ).toBe(502);
    expect((await call(platform, "GET", "/people")).status).toBe(200);
  });

  test("lets pass first what skip says, then hits what times says", async () => {
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

  test("is not used up by requests that an earlier rule ended", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "status", status: 500, times: 1 });
    platform.faults.add({ kind: "status", status: 502, times: 1 });
    const statuses = [];
    for (let index = 0; index < 3; index += 1) {
      statuses.push((await call(platform, "GET", "/people")).status);
    }
    expect(statuses).toEqual([500, 502, 200]);
  });

  test("hits before anybody has to be signed in", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "status", status: 503 });
    expect((await call(platform, "GET", "/people", { as: null })).status).toBe(
      503,
    );
  });

  test("ends when the fault is cleared", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "status", status: 503 });
    platform.faults.clear();
    expect((await call(platform, "GET", "/people")).status).toBe(200);
  });
});

describe("the control endpoint", () => {
  test("adds a rule and clears all, and is never hit itself", async () => {
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
    { kind: "snow" },
    { kind: "status" },
    { kind: "status", status: 200 },
    { kind: "status", status: 503, retryAfter: "1\r\nx: y" },
    { kind: "latency", ms: -1 },
    { kind: "reset-before", times: 0 },
    { kind: "reset-before", typo: true },
    { kind: "reset-before", path: "people" },
  ])("refuses %j by 400", async (json) => {
    const platform = await platformForTest();
    const answer = await call(platform, "POST", `${platform.origin}/_faults`, {
      json,
    });
    expect(answer.status).toBe(400);
    expect((await call(platform, "GET", "/people")).status).toBe(200);
  });
});

describe("the rate limit", () => {
  test("answers 429 with Retry-After to what comes after, until the next second", async () => {
    let nowMs = 0;
    const platform = await platformForTest({
      rateLimit: 2,
      nowMs: () => nowMs,
    });
    const statuses = [];
    for (nowMs of [0, 1, 999, 1000]) {
      const answer = await call(platform, "GET", "/people");
      statuses.push(answer.status);
      expect(answer.headers.get("retry-after")).toBe(
        answer.status === 429 ? "1" : null,
      );
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });
});

describe("the journal", () => {
  test("has every request in order: when, what, who, and how it ended", async () => {
    const platform = await platformForTest({ nowMs: () => 42 });
    const { id } = await createPerson(platform, "ada");
    await call(platform, "GET", `/people/${id}/tasks?count=1`, { as: asAda });
    await call(platform, "POST", `/people/${id}/streams`, {
      as: asAda,
      json: {},
    });
    await call(platform, "GET", "/people", { as: null });
    await call(platform, "GET", "/nothing/here");
    await call(platform, "DELETE", "/people");
    await call(platform, "DELETE", `/people/${id}/`);
    const entry = { atMs: 42, requester: "service", applied: false };
    expect(platform.journal).toEqual([
      {
        ...entry,
        method: "POST",
        path: "/people",
        status: 201,
        applied: true,
      },
      {
        ...entry,
        method: "GET",
        path: "/people/{personID}/tasks",
        status: 200,
        requester: "ada",
      },
      {
        ...entry,
        method: "POST",
        path: "/people/{personID}/streams",
        status: 400,
        requester: "ada",
      },
      {
        ...entry,
        method: "GET",
        path: "/people",
        status: 401,
        requester: undefined,
      },
      { ...entry, method: "GET", path: "/nothing/here", status: 404 },
      { ...entry, method: "DELETE", path: "/people", status: 405 },
      {
        ...entry,
        method: "DELETE",
        path: "/people/{personID}",
        status: 204,
        applied: true,
      },
    ]);
  });

  test("tells a write whose answer was lost from one that never was", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "reset-before", times: 1 });
    platform.faults.add({ kind: "reset-after", times: 1 });
    for (let index = 0; index < 2; index += 1) {
      await call(platform, "POST", "/people", {
        json: personBody("ada"),
      }).catch(() => {});
    }
    expect(
      platform.journal.map(({ status, applied }) => ({ status, applied })),
    ).toEqual([
      { status: undefined, applied: false },
      { status: undefined, applied: true },
    ]);
  });

  test("a write that an injected fault ended did not take effect", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "status", status: 503 });
    await call(platform, "POST", "/people", { json: personBody("ada") });
    expect(platform.journal).toMatchObject([{ status: 503, applied: false }]);
  });

  test("has neither health nor fault, and keeps only the latest", async () => {
    const platform = await platformForTest({ journalLimit: 2 });
    await call(platform, "GET", `${platform.origin}/healthz`);
    await call(platform, "DELETE", `${platform.origin}/_faults`);
    for (const path of ["/a", "/b", "/c"]) await call(platform, "GET", path);
    expect(platform.journal.map(({ path }) => path)).toEqual(["/b", "/c"]);
  });
});
