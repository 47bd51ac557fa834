import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/local/platform/start-platform.ts";
import type { FaultRule } from "../../../../infra/local/platform/faults/fault-rule.ts";
import {
  asAda,
  basic,
  call,
  createPerson,
  guard,
  objectOf,
  pageOf,
  personBody,
  platformForTest,
  refOf,
} from "./platform-for-test.ts";

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

  test("truncated-body: an answer without a body arrives as it is", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    platform.faults.add({ kind: "truncated-body" });
    expect((await call(platform, "DELETE", `/people/${id}`)).status).toBe(204);
  });

  test("malformed-json: the answer is whole and its JSON is not", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "malformed-json", times: 1 });
    const answer = await call(platform, "GET", "/people");
    expect(answer.status).toBe(200);
    expect(answer.text.startsWith(`${guard}{"list":`)).toBe(true);
    expect(() => answer.json()).toThrow(SyntaxError);
    expect(pageOf(await call(platform, "GET", "/people")).list).toHaveLength(1);
  });

  test.each(["", "throw 'allowIllegalResourceCall is false.';\r\n"])(
    "guard-line: the guard line is missing or ends otherwise on one route (%j)",
    async (text) => {
      const platform = await platformForTest();
      platform.faults.add({ kind: "guard-line", text, path: "/people" });
      const answer = await call(platform, "GET", "/people");
      expect(answer.text.startsWith(`${text}{"list":`)).toBe(true);
      const other = await call(platform, "GET", "/contents");
      expect(other.text.startsWith(guard)).toBe(true);
    },
  );

  test("no-token-lifetime: the login tells no lifetime of its token, which works", async () => {
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

  test("token-expired: the token of the request expires before it, other tokens and Basic do not", async () => {
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

  test("temporary-images-expired: an address from just before is answered 404, a new one works", async () => {
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

  test("late-deletion: a deletion is accepted and done after so many reads, a time, or never", async () => {
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

  test("foreign-host: next and prev lead to another host", async () => {
    const platform = await platformForTest();
    for (const name of ["ada", "bob"]) await createPerson(platform, name);
    platform.faults.add({
      kind: "foreign-host",
      of: "links",
      origin: elsewhere,
    });
    const path = "/people?count=1&startIndex=1";
    const { links, list } = pageOf(await call(platform, "GET", path));
    expect(links.next).toBe(
      `${elsewhere}/api/core/v3/people?count=1&startIndex=2`,
    );
    expect(links.prev).toContain(elsewhere);
    expect(refOf(list[0]!, "self")).toContain(platform.origin);
  });

  test("foreign-host: every ref leads to another host, and no text that looks like one", async () => {
    const platform = await platformForTest();
    const location = `"ref":"${platform.origin}/`;
    const { id } = await createPerson(platform, "ada", { location });
    platform.faults.add({
      kind: "foreign-host",
      of: "ref",
      origin: elsewhere,
    });
    const person = objectOf(await call(platform, "GET", `/people/${id}`));
    for (const { ref } of Object.values(person.resources)) {
      expect(ref.startsWith(`${elsewhere}/`)).toBe(true);
    }
    expect(person["location"]).toBe(location);
  });

  test("foreign-host: the Location of an upload leads to another host", async () => {
    const platform = await platformForTest();
    platform.faults.add({
      kind: "foreign-host",
      of: "location",
      origin: elsewhere,
    });
    expect(await uploadImage(platform)).toMatch(
      `${elsewhere}/api/core/v3/profileImages/temporary/`,
    );
  });

  test("several kinds at once all happen, in the order they were added", async () => {
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

describe("the control endpoint", () => {
  test.each<FaultRule>([
    { kind: "latency", ms: 0 },
    { kind: "status", status: 429, retryAfter: 1 },
    {
      kind: "status",
      status: 503,
      retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT",
    },
    { kind: "reset-before" },
    { kind: "reset-after" },
    { kind: "truncated-body" },
    { kind: "malformed-json" },
    { kind: "guard-line", text: "" },
    { kind: "no-token-lifetime", path: "/login" },
    { kind: "token-expired" },
    { kind: "temporary-images-expired" },
    { kind: "late-deletion", gone: "never" },
    { kind: "late-deletion", gone: { afterReads: 2 } },
    { kind: "foreign-host", of: "links", origin: elsewhere },
  ])("takes every kind (%j)", async (json) => {
    const platform = await platformForTest();
    const control = `${platform.origin}/_faults`;
    const add = await call(platform, "POST", control, { as: null, json });
    expect(add.status).toBe(204);
    await call(platform, "DELETE", control, { as: null });
    expect((await call(platform, "GET", "/people", {})).status).toBe(200);
  });

  test.each([
    { kind: "guard-line" },
    { kind: "late-deletion" },
    { kind: "late-deletion", gone: { afterReads: -1 } },
    { kind: "foreign-host", of: "links", origin: "elsewhere" },
    { kind: "foreign-host", of: "links", origin: `${elsewhere}/"` },
    { kind: "foreign-host", of: "body", origin: elsewhere },
  ])("refuses %j by 400", async (json) => {
    const platform = await platformForTest();
    const answer = await call(platform, "POST", `${platform.origin}/_faults`, {
      as: asAda,
      json,
    });
    expect(answer.status).toBe(400);
  });
});
