import { expect, onTestFinished, test } from "vitest";
import {
  bambooHrCredentials,
  bambooHrVendor,
} from "../../../../infra/local/sources/bamboohr.ts";
import type { NewRecord } from "../../../../infra/local/sources/employee-record.ts";
import { hiBobVendor } from "../../../../infra/local/sources/hibob.ts";
import { personioVendor } from "../../../../infra/local/sources/personio.ts";
import { startSource } from "../../../../infra/local/sources/start-source.ts";
import type { Vendor } from "../../../../infra/local/sources/vendor.ts";

// test/functions/events/vendors.test.ts has what our functions make of each vendor.

const ada: NewRecord = {
  givenName: "Ada",
  familyName: "Byron",
  email: "ada.byron@example.com",
  startDate: "2026-03-01",
};

/** Starts a source whose webhooks are answered by `answer`. Its pauses take no time. */
async function sourceForTest(
  vendor: Vendor,
  answer: (body: unknown) => number = () => 202,
) {
  const source = await startSource(vendor, {
    fetch: async (_url, { body }) =>
      new Response(null, { status: answer(JSON.parse(body as string)) }),
    sleepMs: async () => {},
  });
  onTestFinished(() => source.close());
  source.connect("http://receiver.example/events/hr");
  return source;
}

test.each([
  ["BambooHR", bambooHrVendor, 503, 6],
  ["Personio", personioVendor, 503, 12],
  ["HiBob", hiBobVendor, 503, 9],
  ["BambooHR", bambooHrVendor, 400, 1],
  ["Personio", personioVendor, 400, 1],
])(
  "%s sends a webhook that is answered %i as often as the vendor does",
  async (_name, vendor, status, requests) => {
    const source = await sourceForTest(vendor, () => status);
    source.hire(ada);
    await source.idle();
    expect(source.sent[0]).toMatchObject({ state: "given up" });
    expect(source.sent[0]?.answers).toEqual(Array(requests).fill(status));
  },
);

test("HiBob waits with a webhook until the one before it has arrived", async () => {
  let failures = 2;
  const source = await sourceForTest(hiBobVendor, () =>
    failures-- > 0 ? 500 : 202,
  );
  source.hire(ada);
  await source.idle();
  expect(source.sent).toMatchObject([
    { type: "employee.created", answers: [500, 500, 202] },
    { type: "employee.joined", answers: [202] },
  ]);
});

test("held webhooks are released in the reversed order, and a duplicate is sent twice", async () => {
  const received: unknown[] = [];
  const source = await sourceForTest(personioVendor, (body) => {
    received.push((body as { event_name: string }).event_name);
    return 202;
  });
  source.faults.add({ kind: "hold" });
  source.faults.add({ kind: "duplicate", skip: 2, times: 1 });
  source.hire(ada);
  await source.idle();
  expect(received).toEqual([]);
  await source.release("reversed");
  expect(received).toEqual([
    "employment.started",
    "employment.started",
    "employment.created",
    "person.created",
  ]);
});

test("the control API of a stand-in hires, changes and deletes, each with its webhooks", async () => {
  const source = await sourceForTest(bambooHrVendor);
  const control = (method: string, path: string, body: unknown = {}) =>
    fetch(source.origin + path, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const hired = await control("POST", "/_records", ada);
  const { id } = (await hired.json()) as { id: string };
  const changed = await control("PATCH", `/_records/${id}`, { title: "Lead" });
  expect(await changed.json()).toMatchObject({ ...ada, id, title: "Lead" });
  expect((await control("DELETE", `/_records/${id}`)).status).toBe(204);
  await source.idle();
  expect(source.sent.map(({ type }) => type)).toEqual([
    "employee.created",
    "employee.updated",
    "employee.updated",
    "employee.deleted",
  ]);
  const { apiKey } = bambooHrCredentials;
  const read = await fetch(`${source.origin}/api/v1/employees/${id}`, {
    headers: { authorization: `Basic ${btoa(`${apiKey}:x`)}` },
  });
  expect(read.status).toBe(404);
});
