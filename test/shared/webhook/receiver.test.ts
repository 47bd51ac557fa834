import { describe, expect, test } from "vitest";
import { operationIdOf } from "../../../shared/webhook/delivery.ts";
import {
  bodyLimit,
  note,
  operationOf,
  problemOf,
  type Sent,
  useReceiver,
} from "./receiver-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const receiver = useReceiver();
const type = (name: string) => `http://localhost/problems#${name}`;

describe("webhook receiver", () => {
  test("stores a valid event and its bytes, starts it, and answers 202 with its Location", async () => {
    const { send, started, ids, store, time } = receiver();
    const response = await send({ event: note({ bytes: "AAEC" }) });
    const id = operationIdOf("hr", "msg_1");
    expect(response.status).toBe(202);
    expect(response.headers.get("location")).toBe(`/operations/${id}`);
    expect(response.headers.has("preference-applied")).toBe(false);
    // represent-operation.test.ts has all fields.
    expect(await response.json()).toMatchObject({
      id,
      employeeId: "E-1",
      history: [{ by: "caller:hr", status: "accepted" }],
    });
    expect(started).toEqual([id]);
    expect(await ids()).toEqual(["avatar#1", `operation#${id}`]);
    expect(await store.payloads.readAvatar("1")).toEqual(
      Buffer.from("AAEC", "base64"),
    );
    expect(await store.operations.get(id)).toMatchObject({
      caller: "hr",
      eventAtMs: Date.UTC(2026, 0, 4, 22, 59),
      createdAtMs: time.nowMs(),
      avatarId: "avatar#1",
    });
  });

  test("logs ids and codes of an event, never its content", async () => {
    const { send, lines } = receiver();
    await send({ event: note({ note: "canary-note" }) });
    expect(lines).toEqual([
      {
        level: "info",
        message: "accepted",
        fields: {
          operationId: operationIdOf("hr", "msg_1"),
          deliveryId: "msg_1",
          caller: "hr",
          type: "status.set",
          status: "accepted",
        },
      },
    ]);
  });
});

describe("a refused request", () => {
  test.each(rows<[status: number, name: string, what: string, sent: Sent]>`
    ${401} | unauthorized | a wrong signature | ${{ key: "A".repeat(32) }}
    ${401} | unauthorized | an unknown caller | ${{ path: "/notes/nobody" }}
    ${403} | forbidden | an event beyond its scopes | ${{ event: { ...note(), type: "status.show" } }}
    ${400} | validation-error | an event we do not know | ${{ event: { ...note(), type: "note.sung" } }}
    ${404} | not-found | another path | ${{ path: "/other/hr" }}
    ${404} | not-found | no caller | ${{ path: "/notes" }}
    ${405} | method-not-allowed | GET | ${{ method: "GET" }}
    ${413} | payload-too-large | a body of 256 KiB and a byte | ${{ body: " ".repeat(bodyLimit + 1) }}
    ${415} | unsupported-media-type | a form | ${{ headers: { "content-type": "application/x-www-form-urlencoded" } }}
    ${415} | unsupported-media-type | a media type that begins like the one of JSON | ${{ headers: { "content-type": "application/jsonp" } }}
    ${415} | unsupported-media-type | a media type that ends like the one of JSON | ${{ headers: { "content-type": "text/application/json" } }}
    ${415} | unsupported-media-type | no content type | ${{ headers: { "content-type": "" } }}
  `)(
    "is answered %i %s: %s; nothing is stored and nothing is started",
    async (status, name, _what, sent) => {
      const { send, ids, started, lines } = receiver();
      const response = await send(sent);
      const problem = await problemOf(response);
      expect(problem).toMatchObject({ type: type(name), status });
      // Operators look there for the events that a sender has lost.
      if (status === 415)
        expect(lines).toEqual([
          {
            level: "warn",
            message: "unreadable",
            fields: { caller: "hr", reason: name },
          },
        ]);
      expect(problem.title).not.toBe("");
      expect(response.headers.get("allow")).toBe(
        status === 405 ? "POST" : null,
      );
      expect(await ids()).toEqual([]);
      expect(started).toEqual([]);
    },
  );

  test("gets the same answer for every reason if it is not authentic", async () => {
    const { send, lines } = receiver();
    const another = { authorization: "Bearer another-token" };
    const unauthentic = rows<[reason: string, sent: Sent]>`
      bad-signature | ${{ key: "A".repeat(32) }}
      unknown-caller | ${{ path: "/notes/nobody" }}
      no-token | ${{ path: "/notes/bot" }}
      bad-id | ${{ id: "msg.1" }}
      bad-timestamp | ${{ headers: { "webhook-timestamp": "0" } }}
      stale-timestamp | ${{ headers: { "webhook-timestamp": "1000000000" } }}
      too-many-signatures | ${{ headers: { "webhook-signature": "v1,a ".repeat(6) } }}
      bad-token | ${{ path: "/notes/bot", headers: another }}
      bad-signature | ${{ key: "A".repeat(32), body: "no json, and not parsed before" }}
    `;
    const seen = new Set<string>();
    for (const [, sent] of unauthentic) {
      const answer = await send(sent);
      expect(answer.status).toBe(401);
      seen.add(JSON.stringify([...answer.headers]) + (await answer.text()));
    }
    expect(seen.size).toBe(1);
    expect(lines).toMatchObject(
      unauthentic.map(([reason]) => ({
        message: "rejected",
        fields: { reason },
      })),
    );
  });

  test("fails at the first of these checks: size, signature, content type, JSON, schema, scope", async () => {
    const { send } = receiver();
    const wrong: Sent[] = [
      { body: "{".repeat(bodyLimit + 1) },
      { key: "A".repeat(32) },
      { headers: { "content-type": "text/plain" } },
      { body: '{"type":"status.show"}' },
      { event: { ...note(), type: "status.show" } },
    ];
    // Each request has one of the mistakes, and all that are checked later.
    const statuses = await Promise.all(
      wrong.map(async (_, from) => {
        const all = Object.assign({}, ...wrong.slice(from).reverse()) as Sent;
        return (await send(all)).status;
      }),
    );
    expect(statuses).toEqual([413, 401, 415, 400, 403]);
  });

  test("gets every issue of the body at once with its pointer, and never a value", async () => {
    const { send, lines } = receiver();
    const body = JSON.stringify({
      type: "status.set",
      timestamp: "canary-time",
      data: { note: 7, count: "canary-count", "canary/~key": "canary-value" },
    });
    const problem = await problemOf(await send({ body }));
    expect(problem.errors).toEqual([
      {
        pointer: "#/timestamp",
        detail:
          "must be a date-time with its offset (2026-01-31T17:00:00+01:00)",
      },
      { pointer: "#/data/employeeId", detail: "must be given" },
      { pointer: "#/data/note", detail: "must be a string" },
      { pointer: "#/data/count", detail: "must be a number" },
      { pointer: "#/data/canary~1~0key", detail: "is not a known field" },
    ]);
    for (const value of ["canary-time", "canary-count", "canary-value"]) {
      expect(problem.text).not.toContain(value);
      expect(JSON.stringify(lines)).not.toContain(value);
    }
    expect(lines.at(-1)).toMatchObject({
      level: "warn",
      message: "invalid",
      fields: { caller: "hr", fields: expect.arrayContaining(["#/timestamp"]) },
    });
  });
});

test.each(rows<[string, string, number]>`
  five minutes ahead is accepted, and counts from now | 2026-01-05T00:05:00Z | ${202}
  more than five minutes ahead is refused | 2026-01-05T00:05:00.001Z | ${400}
  with another offset is accepted | 2026-01-05T05:35:00+05:30 | ${202}
  without a zone is refused | 2026-01-05T00:00:00 | ${400}
`)("a timestamp of an event %s", async (_, timestamp, status) => {
  const { send, store, time } = receiver();
  const response = await send({ event: { ...note(), timestamp } });
  expect(response.status).toBe(status);
  if (status !== 202) return;
  const { eventAtMs } = await operationOf(store, operationIdOf("hr", "msg_1"));
  expect(eventAtMs).toBe(Math.min(Date.parse(timestamp), time.nowMs()));
});
