import { expect, test } from "vitest";
import {
  asAda,
  call,
  createPerson,
  personBody,
  platformForTest,
} from "../platform-for-test.ts";

test("the journal has each request in order: time, method, route, status, requester, effect", async () => {
  const platform = await platformForTest({ nowMs: () => 42 });
  const { id } = await createPerson(platform, "ada");
  const streams = `/people/${id}/streams`;
  await call(platform, "GET", `/people/${id}/tasks?count=1`, { as: asAda });
  await call(platform, "POST", streams, { as: asAda, json: {} });
  await call(platform, "GET", "/people", { as: null });
  await call(platform, "GET", "/nothing/here");
  await call(platform, "DELETE", "/people");
  await call(platform, "DELETE", `/people/${id}/`);
  platform.faults.add({ kind: "reset-before", times: 1 });
  platform.faults.add({ kind: "reset-after", times: 1 });
  for (let writes = 0; writes < 2; writes++)
    await createPerson(platform, "bob").catch(() => {});
  platform.faults.add({ kind: "status", status: 503 });
  await call(platform, "POST", "/people", { json: personBody("eve") });
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
    // A write that never took effect, one whose answer is lost, and one that a fault ended.
    "42 POST /people  service false",
    "42 POST /people  service true",
    "42 POST /people 503 service false",
  ]);
});
