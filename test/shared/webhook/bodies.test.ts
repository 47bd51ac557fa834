import { expect, test } from "vitest";
import * as z from "zod/mini";
import { operationIdOf } from "../../../shared/webhook/delivery.ts";
import type {
  EventContent,
  EventKinds,
} from "../../../shared/webhook/envelope.ts";
import { hmac } from "../../../shared/webhook/schemes/hmac.ts";
import { rows } from "../../fixtures/rows.ts";
import {
  bodyLimit,
  note,
  noteEvents,
  problemOf,
  type Sent,
  useReceiver,
} from "./receiver-for-test.ts";

const leavers: EventKinds[number] = {
  type: "employee.terminated",
  scope: "offboard",
  schema: z.pipe(
    z.strictObject({ employeeId: z.string(), reason: z.optional(z.string()) }),
    z.transform((data): EventContent => ({ employee: data.employeeId, data })),
  ),
};

/** A caller whose field map makes terminations of its documents. */
const mapped = (name: string, map: object, more: object = {}) => ({
  [name]: {
    scheme: "bearer",
    keys: [`the-token-of-${name}`],
    scopes: ["offboard"],
    map: {
      type: { value: "employee.terminated" },
      timestamp: "/at",
      fields: { "/employeeId": "/id" },
      ...map,
    },
    ...more,
  },
});
const signingKey = "the-key-of-a-sender-that-signs";
const receiver = useReceiver({
  events: [...noteEvents, leavers],
  callers: {
    ...mapped("forms", { fields: { "/employeeId": "/id", "/reason": "/why" } }),
    ...mapped("clouds", {
      type: {
        from: "/type",
        values: { left: "employee.terminated", moved: null },
      },
      timestamp: "/time",
      fields: { "/employeeId": "/data/id" },
    }),
    ...mapped("lists", { each: "/data/list", timestamp: "/time" }),
    ...mapped(
      "signs",
      {
        timestamp: ["/at", "/time"],
        fields: { "/employeeId": ["/id", "/data/id"] },
      },
      { scheme: "hmac", header: "x-signature", keys: [signingKey] },
    ),
  },
});

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const cloud = "application/cloudevents+json";
const batch = "application/cloudevents-batch+json";
const at = "2026-01-04T22:59:00Z";

/** Sends a body of a media type as a caller with a token. */
function sendAs(name: string, type: string, body: unknown, headers = {}) {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return receiver().sendAsBot({
    path: `/notes/${name}`,
    body: isRaw ? (body as string) : JSON.stringify(body),
    headers: {
      authorization: `Bearer the-token-of-${name}`,
      "content-type": type,
      ...headers,
    },
  });
}

const cloudEvent = (changes: Record<string, unknown> = {}) => {
  const { type, timestamp: time, data } = note();
  const own = { id: "c-1", source: "/hr/people", type, time, data };
  return { specversion: "1.0", ...own, ...changes };
};
const left = (data: object) => cloudEvent({ type: "left", data });
/** The attributes of `cloudEvent()` as headers. */
const attributes = {
  "ce-specversion": "1.0",
  "ce-id": "c-1",
  "ce-source": "/hr/people",
  "ce-type": note().type,
  "ce-time": note().timestamp,
};
const items = (length: number) =>
  Array.from({ length }, (_, id) => ({ id: `${id}` }));
const copies = (count: number) =>
  Array.from({ length: count }, () => cloudEvent());

const text = JSON.stringify(note());
const ofSize = (bytes: number) => text + " ".repeat(bytes - text.length);
const latin1 = Buffer.from(JSON.stringify(note({ note: "Zoë" })), "latin1");
const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
const notJson = "# must be JSON, in UTF-8";
const notForm = "# must be a form in UTF-8";

// Title | status | caller | media type | body | employees of the operations, and parts of the issues | headers
test.each(rows<
  [string, number, string, string, unknown, string[], headers?: object]
>`
  JSON | ${202} | bot | ${json} | ${text} | ${["E-1"]}
  JSON, named in upper case | ${202} | bot | APPLICATION/JSON | ${text} | ${["E-1"]}
  JSON with its character set | ${202} | bot | application/json ;charset=utf-8 | ${text} | ${["E-1"]}
  JSON with a byte order mark | ${202} | bot | ${json} | ${`\ufeff${text}`} | ${["E-1"]}
  JSON of 256 KiB | ${202} | bot | ${json} | ${ofSize(bodyLimit)} | ${["E-1"]}
  JSON with one byte more | ${413} | bot | ${json} | ${ofSize(bodyLimit + 1)} | ${[]}
  JSON with more bytes, in fewer characters | ${413} | bot | ${json} | ${text + "\u3000".repeat(bodyLimit / 3)} | ${[]}
  JSON with more bytes than it says | ${413} | bot | ${json} | ${ofSize(bodyLimit + 1)} | ${[]} | ${{ "content-length": "10" }}
  JSON that is not UTF-8 | ${400} | bot | ${json} | ${latin1} | ${[notJson]}
  no JSON | ${400} | bot | ${json} | { | ${[notJson]}
  nothing | ${400} | bot | ${json} | ${""} | ${[notJson]}
  an envelope with another field | ${400} | bot | ${json} | ${{ ...note(), id: "x" }} | ${["#/id is not a known field"]}
  an event of an unknown type | ${400} | bot | ${json} | ${{ ...note(), type: "x" }} | ${["#/type must be one of status.set, status.show, employee.terminated"]}
  text | ${415} | bot | text/plain | ${text} | ${["Send JSON, as application/json."]}
  XML | ${415} | bot | application/xml | <employee/> | ${["XML is not read"]}
  XML with its character set | ${415} | forms | text/xml; charset=utf-8 | <employee/> | ${["XML is not read"]}
  XML under another name | ${415} | bot | application/soap+xml | <employee/> | ${["XML is not read"]}
  a form without a field map | ${415} | bot | ${form} | a=b | ${["needs a field map"]}
  a form | ${202} | forms | ${form} | ${`id=E-1&at=${at}&why=has+moved%21`} | ${["E-1"]}
  a form with names of members of an object | ${202} | forms | ${form} | ${`__proto__=x&constructor=y&toString=z&id=E-1&at=${at}`} | ${["E-1"]}
  a form that repeats a name, which is a list | ${400} | forms | ${form} | ${`id=E-1&id=E-2&at=${at}`} | ${["#/id"]}
  a form of 200 fields | ${202} | forms | ${form} | ${`id=E-1&at=${at}${"&x=1".repeat(198)}`} | ${["E-1"]}
  a form of 201 fields | ${400} | forms | ${form} | ${`id=E-1&at=${at}${"&x=1".repeat(199)}`} | ${["# must have at most 200 fields"]}
  a form that is not UTF-8 | ${400} | forms | ${form} | ${`id=%FF&at=${at}`} | ${[notForm]}
  a form with a percent sign alone | ${400} | forms | ${form} | ${`id=%&at=${at}`} | ${[notForm]}
  a form without a field | ${400} | forms | ${form} | ${""} | ${[notForm]}
  a CloudEvent of ours, with an extension | ${202} | bot | ${cloud} | ${cloudEvent({ extension: "x" })} | ${["E-1"]}
  a CloudEvent without an attribute | ${400} | bot | ${cloud} | ${cloudEvent({ id: undefined })} | ${["#/id"]}
  a CloudEvent of another version | ${400} | bot | ${cloud} | ${cloudEvent({ specversion: "0.3" })} | ${["#/specversion"]}
  a CloudEvent whose source has a space | ${400} | bot | ${cloud} | ${cloudEvent({ source: "a b" })} | ${["#/source"]}
  a CloudEvent without a time | ${400} | bot | ${cloud} | ${cloudEvent({ time: undefined })} | ${["#/time"]}
  a CloudEvent in the future | ${400} | bot | ${cloud} | ${cloudEvent({ time: "2099-01-01T00:00:00Z" })} | ${["#/time"]}
  a CloudEvent with wrong data | ${400} | bot | ${cloud} | ${cloudEvent({ data: { employeeId: "E-1", note: 7 } })} | ${["#/data/note"]}
  a CloudEvent of bytes | ${400} | bot | ${cloud} | ${cloudEvent({ data: undefined, data_base64: "e30=" })} | ${["#/data"]}
  a CloudEvent that nests too deeply | ${400} | bot | ${cloud} | ${`{"specversion":"1.0","data":${deep}}`} | ${["# must not nest more than 32 levels"]}
  a CloudEvent for a field map | ${202} | clouds | ${cloud} | ${left({ id: "E-7" })} | ${["E-7"]}
  a CloudEvent that a field map cannot read | ${400} | clouds | ${cloud} | ${left({})} | ${["#/data/id"]}
  a CloudEvent in headers | ${202} | bot | ${json} | ${note().data} | ${["E-1"]} | ${attributes}
  a CloudEvent in headers, for a field map | ${202} | clouds | ${json} | ${{ id: "E-7" }} | ${["E-7"]} | ${{ ...attributes, "ce-type": "left" }}
  a CloudEvent in headers, one of them empty | ${400} | bot | ${json} | ${note().data} | ${["#/id"]} | ${{ ...attributes, "ce-id": "" }}
  a CloudEvent in headers, one of them not UTF-8 | ${400} | bot | ${json} | ${note().data} | ${["#/id"]} | ${{ ...attributes, "ce-id": "%FF" }}
  a batch with two wrong events | ${400} | bot | ${batch} | ${[cloudEvent({ specversion: "2.0" }), cloudEvent(), cloudEvent({ data: {} })]} | ${["E-1", "#/0/specversion", "#/2/data/employeeId", "#/2/data/note"]}
  a batch that a field map cannot read | ${400} | clouds | ${batch} | ${[left({})]} | ${["#/0/data/id"]}
  a batch without an event | ${202} | bot | ${batch} | ${[]} | ${[]}
  a batch of 100 events | ${202} | bot | ${batch} | ${copies(100)} | ${copies(100).map(() => "E-1")}
  a batch of 101 events | ${400} | bot | ${batch} | ${copies(101)} | ${["# must have at most 100 events"]}
  a batch, although the caller prefers to wait | ${202} | bot | ${batch} | ${copies(2)} | ${["E-1", "E-1"]} | ${{ prefer: "wait=10" }}
  a batch of one event | ${202} | bot | ${batch} | ${copies(1)} | ${["E-1"]}
  a batch of which a field map makes 101 events | ${400} | lists | ${batch} | ${[60, 41].map((count) => left({ list: items(count) }))} | ${["# must have at most 100 events"]}
  a batch that is no list | ${400} | bot | ${batch} | ${cloudEvent()} | ${["# must be an array"]}
  a batch that is no JSON | ${400} | bot | ${batch} | { | ${[notJson]}
`)("a body with %s is answered %i", async (_, status, ...row) => {
  const [name, type, body, said, headers] = row;
  const answer = await sendAs(name, type, body, headers);
  expect(answer.status).toBe(status);
  const {
    employeeId,
    operations = [],
    errors = [],
    detail,
  } = answerSchema.parse(await answer.json());
  expect([
    ...(employeeId === undefined ? [] : [employeeId]),
    ...operations.map((one) => one.employeeId),
    ...errors.map((one) => `${one.pointer} ${one.detail}`),
    ...(status === 415 ? [detail] : []),
  ]).toEqual(said.map((one): unknown => expect.stringContaining(one)));
  // The names of a form change nothing outside it.
  expect({}).not.toHaveProperty("x");
  // The answer has the place of a single operation. An answer with a list waits for none.
  expect(answer.headers.has("location")).toBe(employeeId !== undefined);
  expect(answer.headers.has("preference-applied")).toBe(false);
  expect(receiver().started).toHaveLength(
    operations.length + (employeeId === undefined ? 0 : 1),
  );
});

const answerSchema = z.object({
  employeeId: z.optional(z.string()),
  operations: z.optional(z.array(z.object({ employeeId: z.string() }))),
  errors: z.optional(
    z.array(z.object({ pointer: z.string(), detail: z.string() })),
  ),
  detail: z.optional(z.string()),
});

test("events that a field map ignores are answered 202 and logged", async () => {
  const ignored = [left({}), left({ id: "E-1" })].map((event) => ({
    ...event,
    type: "moved",
  }));
  const answer = await sendAs("clouds", batch, ignored);
  expect(answer.status).toBe(202);
  expect(await answer.json()).toEqual({ operations: [] });
  expect(receiver().lines).toEqual([
    {
      level: "warn",
      message: "ignored",
      fields: { caller: "clouds", count: 2 },
    },
  ]);
});

const idOf = (id: string, source = "/hr/people", caller = "bot") =>
  `operation#${operationIdOf(caller, `${source} ${id}`)}`;

test("a CloudEvent is one operation by its source and id, in every form", async () => {
  const event = cloudEvent({ extension: "x" });
  for (const [type, body, headers] of [
    [cloud, event],
    // Attributes have no order.
    [cloud, { extension: "x", ...event }],
    [json, note().data, { ...attributes, "ce-extension": "x" }],
    // A repetition may bundle the events differently.
    [batch, [cloudEvent({ id: "c-2" }), event]],
  ] as const)
    expect((await sendAs("bot", type, body, headers)).status).toBe(202);
  expect(await receiver().ids()).toEqual([idOf("c-1"), idOf("c-2")].sort());
});

test("a CloudEvent is refused if another event was sent with its source and id", async () => {
  await sendAs("bot", cloud, cloudEvent());
  const other = cloudEvent({ data: { employeeId: "E-2", note: "second" } });
  expect((await sendAs("bot", cloud, other)).status).toBe(422);
  // The other event of a batch is accepted, and the sender learns its operation.
  const new7 = cloudEvent({ id: "c-7" });
  const answer = await sendAs("bot", batch, [other, new7]);
  expect(answer.status).toBe(422);
  expect((await problemOf(answer)).operations).toMatchObject([
    { employeeId: "E-1" },
  ]);
  // The same id from another source is another event.
  const elsewhere = cloudEvent({ source: "/hr/other" });
  expect((await sendAs("bot", cloud, elsewhere)).status).toBe(202);
});

test("a signed CloudEvent is one operation by its source and id, whatever the signed delivery id is", async () => {
  const { send, ids } = receiver();
  const sent: Sent = {
    event: cloudEvent(),
    headers: { "content-type": cloud },
  };
  expect((await send({ ...sent, id: "msg_1" })).status).toBe(202);
  expect((await send({ ...sent, id: "msg_2" })).status).toBe(202);
  expect(await ids()).toEqual([idOf("c-1", "/hr/people", "hr")]);
});

test("a copy of a signed request has no effect with another media type or other headers", async () => {
  const { send, ids } = receiver();
  for (const type of [cloud, batch, form, "text/xml"]) {
    const answer = await send({ headers: { "content-type": type } });
    expect([400, 415]).toContain(answer.status);
  }
  // The signature does not cover the headers of a CloudEvent.
  const copy = await send({ event: note().data, headers: attributes });
  expect(copy.status).toBe(415);
  expect((await problemOf(copy)).text).toContain(cloud);
  expect(await ids()).toEqual([]);
});

test.each(rows<[string, object, string, number]>`
  is refused as a form if it is JSON, whatever text is in its fields | ${{ id: "E-1", at, why: `&id=E-9&at=${at}&` }} | ${form} | ${400}
  is the same operation if it is a CloudEvent | ${cloudEvent({ id: "E-1", data: { id: "E-2" } })} | ${cloud} | ${202}
`)("a signed body for a field map %s", async (_, event, type, status) => {
  const body = JSON.stringify(event);
  const entry = { header: "x-signature" };
  const signed = hmac.sign(entry, signingKey, { id: "", timestamp: "", body });
  expect((await sendAs("signs", json, body, signed)).status).toBe(202);
  expect((await sendAs("signs", type, body, signed)).status).toBe(status);
  expect(await receiver().ids()).toHaveLength(1);
});
