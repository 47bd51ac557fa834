import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { operationIdOf } from "../../../shared/webhook/delivery.ts";
import type {
  EventContent,
  EventKinds,
} from "../../../shared/webhook/envelope.ts";
import { hmac } from "../../../shared/webhook/schemes/hmac.ts";
import {
  note,
  problemOf,
  type Sent,
  useReceiver,
} from "./receiver-for-test.ts";

const leavers: EventKinds = [
  {
    type: "employee.terminated",
    scope: "offboard",
    schema: z.pipe(
      z.strictObject({
        employeeId: z.string(),
        reason: z.optional(z.string()),
      }),
      z.transform((data): EventContent => ({
        employee: data.employeeId,
        data,
      })),
    ),
  },
];
const formToken = "the-token-of-forms";
const signingKey = "the-key-of-a-sender-that-signs";
const signature = {
  header: "x-signature",
  prefix: "",
  encoding: "hex",
  hash: "sha256",
  template: "{body}",
  keyEncoding: "utf8",
} as const;
const receiver = useReceiver();
const mapped = useReceiver({
  events: leavers,
  callers: {
    forms: {
      scheme: "bearer",
      keys: [formToken],
      scopes: ["offboard"],
      map: {
        type: { value: "employee.terminated" },
        timestamp: "/at",
        fields: { "/employeeId": "/id", "/reason": "/why" },
      },
    },
    clouds: {
      scheme: "bearer",
      keys: [`${formToken}-2`],
      scopes: ["offboard"],
      map: {
        type: { from: "/type", values: { left: "employee.terminated" } },
        timestamp: "/time",
        fields: { "/employeeId": "/data/id" },
      },
    },
    lists: {
      scheme: "bearer",
      keys: [`${formToken}-3`],
      scopes: ["offboard"],
      map: {
        each: "/data/list",
        type: { value: "employee.terminated" },
        timestamp: { from: "/at" },
        deliveryId: "/id",
        fields: { "/employeeId": "/id" },
      },
    },
    signs: {
      scheme: "hmac",
      header: signature.header,
      keys: [signingKey],
      scopes: ["offboard"],
      map: {
        type: { value: "employee.terminated" },
        timestamp: ["/at", "/time"],
        fields: { "/employeeId": ["/id", "/data/id"] },
      },
    },
  },
});

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const structured = "application/cloudevents+json";
const batch = "application/cloudevents-batch+json";
const at = "2026-01-04T22:59:00Z";

/** Sends bytes of a media type as a caller with the scheme `bearer`. */
const sendTo = (
  to: ReturnType<typeof useReceiver>,
  name: string,
  token: string,
  type: string,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  to().sendAsBot({
    path: `/notes/${name}`,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": type,
      ...headers,
    },
  });
const sendForm = (body: string, type = form) =>
  sendTo(mapped, "forms", formToken, type, body);
const sendToMap = (type: string, body: unknown, headers = {}) =>
  sendTo(mapped, "clouds", `${formToken}-2`, type, body, headers);
const sendAs = (type: string, body: unknown, headers = {}) =>
  sendTo(receiver, "bot", "the-token-of-bot", type, body, headers);

async function errorsOf(answer: Response) {
  expect(answer.status).toBe(400);
  return (await problemOf(answer)).errors;
}

describe("a form of a caller with a field map", () => {
  test("is read as a flat object", async () => {
    const answer = await sendForm(`id=E-1&at=${at}&why=has+moved%21`);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({
      type: "employee.terminated",
      employeeId: "E-1",
    });
  });

  test("has a list for a repeated name, which no text field accepts", async () => {
    const errors = await errorsOf(await sendForm(`id=E-1&id=E-2&at=${at}`));
    expect(errors?.[0]?.pointer).toBe("#/id");
  });

  test("has at most 200 fields", async () => {
    const filler = (count: number) => "&x=1".repeat(count);
    const fitting = await sendForm(`id=E-1&at=${at}${filler(198)}`);
    expect(fitting.status).toBe(202);
    const errors = await errorsOf(
      await sendForm(`id=E-1&at=${at}${filler(199)}`),
    );
    expect(errors).toEqual([
      { pointer: "#", detail: "must have at most 200 fields" },
    ]);
  });

  test.each(["id=%FF&at=", "id=%&at=", ""])(
    "is refused if it is not UTF-8: %j",
    async (start) => {
      const errors = await errorsOf(await sendForm(start && `${start}${at}`));
      expect(errors?.[0]?.detail).toBe("must be a form in UTF-8");
    },
  );

  test.each(["__proto__", "constructor", "toString"])(
    "may have a field with the name %s",
    async (name) => {
      const answer = await sendForm(`${name}=x&id=E-1&at=${at}`);
      expect(answer.status).toBe(202);
      expect({}).not.toHaveProperty("x");
    },
  );
});

describe("a media type that is not read", () => {
  test("is refused, and the answer says what a form needs", async () => {
    const problem = await problemOf(await sendAs(form, "a=b"));
    expect(problem.status).toBe(415);
    expect(problem.text).toContain("needs a field map");
  });

  test.each([
    "application/xml",
    "text/xml; charset=utf-8",
    "application/soap+xml",
  ])(
    "is refused for XML, and the answer says what to send: %s",
    async (type) => {
      for (const answer of [
        await sendForm("<employee/>", type),
        await sendAs(type, "<employee/>"),
      ]) {
        const problem = await problemOf(answer);
        expect(problem.status).toBe(415);
        expect(problem.text).toContain("XML is not read");
        expect(problem.text).toContain("application/json");
      }
    },
  );

  test("tells a stranger nothing about it", async () => {
    const headers = { authorization: "Bearer x", "content-type": "text/xml" };
    const answer = await receiver().sendAsBot({ body: "<a/>", headers });
    expect(answer.status).toBe(401);
  });
});

const cloudEvent = (changes: Record<string, unknown> = {}) => {
  const { type, timestamp, data } = note();
  return {
    specversion: "1.0",
    id: "c-1",
    source: "/hr/people",
    type,
    time: timestamp,
    data,
    ...changes,
  };
};
const idOf = (id: string, source = "/hr/people", caller = "bot") =>
  operationIdOf(caller, `${source} ${id}`);

describe("a CloudEvent", () => {
  test("is an event of ours without a field map, identified by source and id", async () => {
    const answer = await sendAs(structured, cloudEvent({ extension: "x" }));
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({
      id: idOf("c-1"),
      type: "status.set",
      employeeId: "E-1",
    });
    expect(
      (await sendAs(structured, cloudEvent({ extension: "x" }))).status,
    ).toBe(202);
    expect(await receiver().ids()).toEqual([`operation#${idOf("c-1")}`]);
  });

  test("is refused if another event was sent with its source and id", async () => {
    await sendAs(structured, cloudEvent());
    const other = cloudEvent({ data: { employeeId: "E-2", note: "second" } });
    expect((await sendAs(structured, other)).status).toBe(422);
    const elsewhere = cloudEvent({ source: "/hr/other" });
    expect((await sendAs(structured, elsewhere)).status).toBe(202);
  });

  test("is also read from a caller that signs, whose delivery id is not that of the event", async () => {
    const { send, ids } = receiver();
    const sent: Sent = {
      event: cloudEvent(),
      headers: { "content-type": structured },
    };
    expect((await send({ ...sent, id: "msg_1" })).status).toBe(202);
    expect((await send({ ...sent, id: "msg_2" })).status).toBe(202);
    expect(await ids()).toEqual([
      `operation#${idOf("c-1", "/hr/people", "hr")}`,
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["an attribute that it lacks", { id: undefined }, "#/id"],
    ["another version", { specversion: "0.3" }, "#/specversion"],
    ["a source with a space", { source: "a b" }, "#/source"],
    ["no time", { time: undefined }, "#/time"],
    ["a time in the future", { time: "2099-01-01T00:00:00Z" }, "#/time"],
    ["wrong data", { data: { employeeId: "E-1", note: 7 } }, "#/data/note"],
    ["data of bytes", { data: undefined, data_base64: "e30=" }, "#/data"],
  ])("is refused with a pointer to %s", async (_, changes, pointer) => {
    const errors = await errorsOf(
      await sendAs(structured, cloudEvent(changes)),
    );
    expect(errors?.map((one) => one.pointer)).toEqual([pointer]);
  });

  test("is refused if it nests too deeply", async () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const body = `{"specversion":"1.0","data":${deep}}`;
    const errors = await errorsOf(await sendAs(structured, body));
    expect(errors?.[0]?.detail).toBe("must not nest more than 32 levels");
  });

  test("is what the field map of a caller reads", async () => {
    const event = cloudEvent({ type: "left", data: { id: "E-7" } });
    const answer = await sendToMap(structured, event);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({
      type: "employee.terminated",
      employeeId: "E-7",
    });
    const wrong = cloudEvent({ type: "left", data: {}, id: "c-2" });
    const errors = await errorsOf(await sendToMap(structured, wrong));
    expect(errors?.[0]?.pointer).toBe("#/data/id");
  });
});

describe("a batch of CloudEvents", () => {
  test("is one operation for each event", async () => {
    const answer = await sendAs(batch, [
      cloudEvent(),
      cloudEvent({ id: "c-2" }),
    ]);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({
      operations: [{ id: idOf("c-1") }, { id: idOf("c-2") }],
    });
    // A repetition may bundle the events differently.
    expect((await sendAs(structured, cloudEvent())).status).toBe(202);
    expect(await receiver().ids()).toHaveLength(2);
  });

  test("accepts its valid events, and points to the wrong ones", async () => {
    const answer = await sendAs(batch, [
      cloudEvent({ specversion: "2.0" }),
      cloudEvent({ id: "c-2" }),
      cloudEvent({ id: "c-3", data: { employeeId: "", note: "x" } }),
    ]);
    expect(answer.status).toBe(400);
    const { errors, operations } = await problemOf(answer);
    expect(errors?.map(({ pointer }) => pointer)).toEqual([
      "#/0/specversion",
      "#/2/data/employeeId",
    ]);
    expect(operations).toHaveLength(1);
  });

  test("points into its events for a caller with a field map", async () => {
    const event = cloudEvent({ type: "left", data: {} });
    const errors = await errorsOf(await sendToMap(batch, [event]));
    expect(errors?.[0]?.pointer).toBe("#/0/data/id");
  });

  test("has at most 100 events also if the field map makes several of each", async () => {
    const data = { list: Array.from({ length: 60 }, (_, id) => ({ id })) };
    const bodies = ["c-1", "c-2"].map((id) =>
      cloudEvent({ type: "left", data, id }),
    );
    expect(
      await errorsOf(
        await sendTo(mapped, "lists", `${formToken}-3`, batch, bodies),
      ),
    ).toEqual([{ pointer: "#", detail: "must have at most 100 events" }]);
  });

  test("has at most 100 events, and is an array", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, () => cloudEvent());
    expect((await sendAs(batch, many(100))).status).toBe(202);
    for (const body of [many(101), cloudEvent(), "{"])
      expect((await sendAs(batch, body)).status).toBe(400);
    const none = await sendAs(batch, []);
    expect(await none.json()).toEqual({ operations: [] });
  });
});

describe("a CloudEvent in binary form", () => {
  const { data, type, timestamp } = note();
  const headers = {
    "ce-specversion": "1.0",
    "ce-id": "c-1",
    "ce-source": "/hr/people",
    "ce-type": type,
    "ce-time": timestamp,
  };

  test("is the same event as in its structured form", async () => {
    const answer = await sendAs(json, data, headers);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ id: idOf("c-1") });
    expect((await sendAs(structured, cloudEvent())).status).toBe(202);
    expect(await receiver().ids()).toHaveLength(1);
  });

  test("is what the field map of a caller reads, in its structured form", async () => {
    const answer = await sendToMap(
      json,
      { id: "E-7" },
      { ...headers, "ce-type": "left" },
    );
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ employeeId: "E-7" });
  });

  test("is refused with a pointer to a header that is wrong", async () => {
    for (const value of ["", "%FF"]) {
      const changed = { ...headers, "ce-id": value };
      const errors = await errorsOf(await sendAs(json, data, changed));
      expect(errors?.map(({ pointer }) => pointer)).toEqual(["#/id"]);
    }
  });

  test("is refused from a caller that signs its body, because the signature does not cover the headers", async () => {
    const { send, ids } = receiver();
    const answer = await send({ event: data, headers });
    const problem = await problemOf(answer);
    expect(problem.status).toBe(415);
    expect(problem.text).toContain("application/cloudevents+json");
    expect(await ids()).toEqual([]);
  });
});

test("a copy of a signed request with the media type of a CloudEvent has no effect", async () => {
  const { send, ids } = receiver();
  for (const type of [structured, batch, form, "text/xml"]) {
    const answer = await send({ headers: { "content-type": type } });
    expect([400, 415]).toContain(answer.status);
  }
  expect(await ids()).toEqual([]);
});

describe("a copy of a signed request with another media type", () => {
  const sendSigned = (type: string, body: string) =>
    mapped().sendAsBot({
      path: "/notes/signs",
      body,
      headers: {
        ...hmac.sign(signature, signingKey, { id: "", timestamp: "", body }),
        "content-type": type,
      },
    });

  test("is no form if the body is JSON, whatever text is in its fields", async () => {
    const body = JSON.stringify({ id: "E-1", at, why: `&id=E-9&at=${at}&` });
    expect((await sendSigned(json, body)).status).toBe(202);
    const errors = await errorsOf(await sendSigned(form, body));
    expect(errors?.map(({ pointer }) => pointer)).toEqual(["#"]);
    expect(await mapped().ids()).toHaveLength(1);
  });

  test("is the same operation if the body is a CloudEvent", async () => {
    const body = JSON.stringify(
      cloudEvent({ id: "E-1", data: { id: "E-2" }, type: "left" }),
    );
    const first = await sendSigned(structured, body);
    expect(first.status).toBe(202);
    expect((await sendSigned(json, body)).status).toBe(202);
    expect(await mapped().ids()).toHaveLength(1);
  });
});
