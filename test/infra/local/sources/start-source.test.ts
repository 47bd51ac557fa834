import { expect, test } from "vitest";
import {
  bambooHrCredentials,
  bambooHrVendor,
} from "../../../../infra/local/sources/bamboohr.ts";
import { hiBobVendor } from "../../../../infra/local/sources/hibob.ts";
import { personioVendor } from "../../../../infra/local/sources/personio.ts";
import type { Source } from "../../../../infra/local/sources/start-source.ts";
import { ada, basicAuth, sourceForTest } from "./source-for-test.ts";

function read(source: Source, id: string): Promise<Response> {
  return fetch(`${source.origin}/api/v1/employees/${id}?fields=firstName`, {
    headers: {
      ...basicAuth(bambooHrCredentials.apiKey, "x"),
      accept: "application/json",
    },
  });
}

function control(
  source: Source,
  method: string,
  path: string,
  body: unknown = {},
): Promise<Response> {
  return fetch(source.origin + path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test("each change of an employee over the control API of a stand-in is a webhook", async () => {
  const { source } = await sourceForTest(bambooHrVendor);
  const hired = await control(source, "POST", "/_records", ada);
  expect(hired.status).toBe(201);
  const { id } = (await hired.json()) as { id: string };
  const path = `/_records/${id}`;
  const change = { title: null, state: "on leave" };
  const changed = await control(source, "PATCH", path, change);
  expect(await changed.json()).toEqual({
    ...ada,
    id,
    title: undefined,
    state: "on leave",
    photo: "usual",
  });
  const deleted = await fetch(source.origin + path, { method: "DELETE" });
  expect(deleted.status).toBe(204);
  await source.idle();
  const sent = await fetch(`${source.origin}/_webhooks`);
  expect(await sent.json()).toMatchObject([
    { type: "employee.created", answers: [202], state: "delivered" },
    { type: "employee.updated" },
    { type: "employee.updated" },
    { type: "employee.deleted" },
  ]);
  expect((await read(source, id)).status).toBe(404);
});

test.each([
  ["BambooHR", bambooHrVendor, 503, 6],
  ["Personio", personioVendor, 503, 12],
  ["HiBob", hiBobVendor, 503, 9],
  ["BambooHR", bambooHrVendor, 400, 1],
  ["Personio", personioVendor, 400, 1],
])(
  "%s sends a webhook that is answered %i as often as the vendor does",
  async (_name, vendor, status, requests) => {
    const { source } = await sourceForTest(vendor, () => status);
    source.hire(ada);
    await source.idle();
    expect(source.sent[0]).toMatchObject({ state: "given up" });
    expect(source.sent[0]?.answers).toEqual(Array(requests).fill(status));
  },
);

test("HiBob waits with a webhook until the one before it has arrived", async () => {
  let failures = 2;
  const { source, received } = await sourceForTest(hiBobVendor, () =>
    failures-- > 0 ? 500 : 202,
  );
  source.hire(ada);
  await source.idle();
  expect(
    received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
  ).toEqual([
    "employee.created",
    "employee.created",
    "employee.created",
    "employee.joined",
  ]);
});

test("held webhooks of a stand-in are released in the reversed order, and a duplicate is sent twice", async () => {
  const { source, received } = await sourceForTest(personioVendor);
  source.faults.add({ kind: "hold" });
  source.faults.add({ kind: "duplicate", skip: 2, times: 1 });
  source.hire(ada);
  await source.idle();
  expect(received).toEqual([]);
  await source.release("reversed");
  expect(
    received.map(
      ({ body }) => (JSON.parse(body) as { event_name: string }).event_name,
    ),
  ).toEqual([
    "employment.started",
    "employment.started",
    "employment.created",
    "person.created",
  ]);
});

test("each fault of a stand-in changes its answers, and is over after its times", async () => {
  const { source, pausesMs } = await sourceForTest(bambooHrVendor);
  const { id } = source.hire(ada);
  const other = source.hire({ ...ada, givenName: "Grace" });
  const once = async (rule: object) => {
    await control(source, "POST", "/_faults", { ...rule, times: 1 });
    return read(source, id);
  };
  expect((await once({ kind: "status", status: 404 })).status).toBe(404);
  const limited = await once({ kind: "status", status: 429, retryAfter: 7 });
  expect(limited.headers.get("retry-after")).toBe("7");
  await once({ kind: "latency", ms: 20_000 });
  expect(pausesMs).toContain(20_000);
  await expect((await once({ kind: "malformed-json" })).json()).rejects.toThrow(
    "JSON",
  );
  const another = await once({ kind: "another-record", id: other.id });
  expect(await another.json()).toEqual({ id: other.id, firstName: "Grace" });
  const unreadable = { kind: "unreadable", fields: ["firstName"] };
  expect(await (await once(unreadable)).json()).toEqual({ id });
  await expect(once({ kind: "reset" })).rejects.toThrow("fetch failed");
  expect(await (await read(source, id)).json()).toEqual({
    id,
    firstName: "Ada",
  });
});
