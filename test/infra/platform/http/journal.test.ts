import { describe, expect, test } from "vitest";
import {
  asAda,
  call,
  createPerson,
  personBody,
  platformForTest,
} from "../platform-for-test.ts";

describe("journal", () => {
  test("has every request in order, with time, route, requester, status and effect", async () => {
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
    const entries = platform.journal.map(
      ({ atMs, method, path, status, requester, applied }) =>
        [atMs, method, path, status, requester, applied].join(" "),
    );
    expect(entries).toEqual([
      "42 POST /people 201 service true",
      "42 GET /people/{personID}/tasks 200 ada false",
      "42 POST /people/{personID}/streams 400 ada false",
      "42 GET /people 401  false",
      "42 GET /nothing/here 404 service false",
      "42 DELETE /people 405 service false",
      "42 DELETE /people/{personID} 204 service true",
    ]);
  });

  test("tells a write with a lost answer from a write that never took effect", async () => {
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

  test("shows that a write which an injected fault ended took no effect", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "status", status: 503 });
    await call(platform, "POST", "/people", { json: personBody("ada") });
    expect(platform.journal).toMatchObject([{ status: 503, applied: false }]);
  });
});
