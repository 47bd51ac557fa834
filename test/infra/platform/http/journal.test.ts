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
