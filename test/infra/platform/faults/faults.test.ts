import { describe, expect, test } from "vitest";
import type { FaultRule } from "../../../../infra/platform/faults/faults.ts";
import {
  call,
  createPerson,
  personBody,
  platformForTest,
} from "../platform-for-test.ts";

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
