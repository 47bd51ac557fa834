import { describe, expect, test } from "vitest";
import type { FaultRule } from "../../../../../infra/local/platform/faults/fault-rule.ts";
import type { Platform } from "../../../../../infra/local/platform/start-platform.ts";
import {
  asService,
  basic,
  call,
  createPerson,
  guard,
  pageOf,
  personBody,
  platformForTest,
} from "../platform-for-test.ts";

const elsewhere = "https://elsewhere.example";

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

async function uploadImage(platform: Platform) {
  const body = new FormData();
  body.set("file", new File([Buffer.from("GIF89a")], "a.gif"));
  const path = "/profileImages/temporary";
  const answer = await call(platform, "POST", path, { body });
  return answer.headers.get("location") ?? "";
}

describe("fault of kind", () => {
  test("status: the request gets this status and takes no effect", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "status", status: 503, retryAfter: 7 });
    const answer = await call(platform, "POST", "/people", {
      json: personBody("ada"),
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("7");
    expect(platform.findPerson("ada")).toBeUndefined();
  });

  test("latency: the request waits, and then goes on", async () => {
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

  test("reset-before: the request gets no answer and takes no effect", async () => {
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

  test("reset-after: the request gets no answer, and takes effect", async () => {
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

  test("truncated-body: the write takes effect, and the body of the answer ends early", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "truncated-body", times: 1 });
    const response = await fetch(`${platform.baseUrl}/api/core/v3/people`, {
      method: "POST",
      headers: {
        authorization: basic("service", "service-password"),
        "content-type": "application/json",
      },
      body: JSON.stringify(personBody("ada")),
    });
    expect(response.status).toBe(201);
    await expect(response.text()).rejects.toThrow("terminated");
    expect(platform.findPerson("ada")).toBeDefined();
    expect((await call(platform, "GET", "/people")).status).toBe(200);
  });

  test("malformed-json: the answer arrives, and its JSON lacks its end", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "malformed-json", times: 1 });
    const answer = await call(platform, "GET", "/people");
    expect(answer.status).toBe(200);
    expect(answer.text.startsWith(`${guard}{"list":`)).toBe(true);
    expect(() => answer.json()).toThrow(SyntaxError);
    expect(pageOf(await call(platform, "GET", "/people")).list).toHaveLength(1);
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

  test("no-token-lifetime: the answer of the login has no lifetime, and the token is valid", async () => {
    const platform = await platformForTest();
    platform.faults.add({
      kind: "no-token-lifetime",
      path: "/login",
      times: 1,
    });
    const token = await login(platform);
    expect(token).not.toHaveProperty("expires_in");
    const as = `Bearer ${token.access_token}`;
    expect((await call(platform, "GET", "/people", { as })).status).toBe(200);
    expect(await login(platform)).toHaveProperty("expires_in");
  });

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

  test("temporary-images-expired: an earlier image is answered 404, and a new image is attached", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    const path = `/people/${id}/images`;
    platform.faults.add({
      kind: "temporary-images-expired",
      path: "/people/{personID}/images",
      times: 1,
    });
    const attach = async () => {
      const form = { imageURI: await uploadImage(platform) };
      return (await call(platform, "POST", path, { form })).status;
    };
    expect(await attach()).toBe(404);
    expect(await attach()).toBe(201);
  });

  test("late-deletion: a deletion is accepted, and done after a number of reads, after a time, or never", async () => {
    let nowMs = 0;
    const platform = await platformForTest({ nowMs: () => nowMs });
    const readAfterDeletion = async (
      gone: Extract<FaultRule, { kind: "late-deletion" }>["gone"],
      waitMs: number,
    ) => {
      platform.faults.clear();
      platform.faults.add({ kind: "late-deletion", gone });
      const { id } = await createPerson(platform, `p${nowMs}`);
      const path = `/people/${id}`;
      expect((await call(platform, "DELETE", path)).status).toBe(202);
      const statuses = [];
      for (let read = 0; read < 3; read += 1) {
        statuses.push((await call(platform, "GET", path)).status);
        nowMs += waitMs;
      }
      return statuses;
    };
    expect(await readAfterDeletion({ afterReads: 1 }, 1)).toEqual([
      200, 404, 404,
    ]);
    expect(await readAfterDeletion({ afterMs: 20 }, 10)).toEqual([
      200, 200, 404,
    ]);
    expect(await readAfterDeletion("never", 1_000_000)).toEqual([
      200, 200, 200,
    ]);
  });

  test("several kinds apply to one request, in the order in which they were added", async () => {
    const platform = await platformForTest();
    platform.faults.add({
      kind: "foreign-host",
      of: "ref",
      origin: elsewhere,
    });
    platform.faults.add({ kind: "guard-line", text: "" });
    platform.faults.add({ kind: "malformed-json" });
    const { text } = await call(platform, "GET", "/people");
    expect(text.startsWith('{"list":')).toBe(true);
    expect(text).toContain(`"ref":"${elsewhere}`);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    platform.faults.add({ kind: "reset-after" });
    await expect(call(platform, "GET", "/people")).rejects.toThrow(
      "fetch failed",
    );
  });
});
