import { allLimits } from "../../fixtures/all-limits.ts";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type Preview,
  previewSchema,
} from "../../../functions/events/contract.ts";
import { createSample, sampleNames } from "../../../infra/sample/samples.ts";
import { sampleHire } from "../../../infra/sample/hire.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { type InProcess, useInProcess } from "../../environments/in-process.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { rows } from "../../fixtures/rows.ts";
import { peopleFeed } from "./people-feed.ts";

const feedToken = "the-token-of-the-feed";
const leaversToken = "the-token-of-the-leavers-with-over-32-characters";
const entraToken = "the-token-of-entra-with-over-32-characters";
const twoPerDay = { percent: 0, min: 2, max: 2 };
const environment = useInProcess({
  templates: [
    { name: "all", merge: true, streams: ["News"] },
    { name: "engineers", when: { department: ["Engineering"] } },
    { name: "others" },
  ],
  ...allLimits(twoPerDay),
  callers: {
    feed: peopleFeed(feedToken, "onboard", "update"),
    leavers: peopleFeed(leaversToken, "offboard", "operate"),
    entra: {
      scheme: "bearer",
      keys: [entraToken],
      scopes: ["onboard", "offboard", "update", "operate"],
      scim: {},
    },
    plain: {
      scheme: "bearer",
      keys: ["the-token-of-a-plain-sender"],
      scopes: ["onboard", "offboard", "update"],
    },
  },
});

const asFeed = { caller: "feed", token: feedToken };
const asPlain = { caller: "plain", token: "the-token-of-a-plain-sender" };

const ask = (...args: Parameters<InProcess["askPreview"]>) =>
  environment().askPreview(...args);

async function read(answer: Response): Promise<Preview> {
  expect(answer.status).toBe(200);
  return previewSchema.parse(await answer.json());
}

/** The preview of one event. Without options, the caller is `ops`, with all scopes. */
async function previewOf(...args: Parameters<InProcess["preview"]>) {
  const { events } = await read(await environment().preview(...args));
  expect(events).toHaveLength(1);
  return events[0]!;
}

/** A valid event of each type. */
const examples = Object.fromEntries(
  sampleNames.map((name, nth) => {
    const employeeId = `E-${nth + 1}`;
    const { type, data } = createSample(name, Date.now(), { employeeId });
    return [type, { employeeId, more: data }];
  }),
);

describe("the preview of an event", () => {
  test.each(Object.entries(examples))(
    "names the employee and the fields of %s, and no value",
    async (type, { employeeId, more }) => {
      const data = { ...more, employeeId };
      const answer = await environment().preview(type, data, {});
      const text = await answer.clone().text();
      const { events } = await read(answer);
      expect(events).toMatchObject([
        { type, employeeId, match: { hasPerson: false, limits: [] } },
      ]);
      for (const name of Object.keys(data))
        expect(events[0]?.fields.join(" ")).toContain(`/${name}`);
      // Values of the samples.
      for (const value of ["@example", "Counting", "Principal", "Lindqvist"])
        expect(text).not.toContain(value);
    },
  );

  test("names each part of an object, a list as a whole, and an avatar as one field", async () => {
    const { data } = sampleHire(environment().nowMs());
    const { fields } = await previewOf("employee.hired", data);
    expect(fields).toEqual(
      expect.arrayContaining(["/name/givenName", "/phones", "/avatar"]),
    );
    expect(fields.filter((one) => /avatar|phones/.test(one))).toHaveLength(2);
  });

  test("says when the event takes effect, in the zone that it names", async () => {
    const data = {
      employeeId: "E-4",
      lastDay: "2027-01-31",
      zone: "Asia/Tokyo",
    };
    const { effectiveAt } = await previewOf("employee.terminated", data);
    expect(effectiveAt).toBe("2027-01-31T15:00:00.000Z");
    const now = await previewOf("employee.terminated", { employeeId: "E-4" });
    expect(now.effectiveAt).toBeUndefined();
  });

  test("names the template rules that a hire takes", async () => {
    const templatesOf = async (changes: object) =>
      (await previewOf("employee.hired", hireOf("E-1", changes))).templates;
    expect(await templatesOf({ department: "engineering" })).toEqual([
      "all",
      "engineers",
    ]);
    expect(await templatesOf({})).toEqual(["all", "others"]);
    expect(await templatesOf({ tasks: [], streams: [] })).toEqual([]);
    const change = await previewOf("employee.changed", {
      employeeId: "E-1",
      title: "Lead",
    });
    expect(change.templates).toBeUndefined();
  });

  test("translates the payload of a field map, and tells what it ignores and what is wrong", async () => {
    const at = new Date(environment().nowMs()).toISOString();
    const person = { kind: "hire", at, mail: "s@example.com", surname: "Sun" };
    const people = [{ ...person, nr: 7 }, { kind: "other" }];
    const event = {
      type: "employee.hired",
      employeeId: "7",
      fields: ["/employeeId", "/email", "/name/familyName"],
      templates: ["all", "others"],
    };
    const answer = await ask({ people }, asFeed);
    expect(await read(answer)).toEqual({ events: [event], ignored: 1 });
    people.push({ ...person, nr: 8, mail: "wrong" });
    const wrong = await ask({ people }, asFeed);
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({
      errors: [{ pointer: "#/people/2/mail" }],
      events: [event],
    });
  });
});

describe("a refused preview", () => {
  test("names the issues of the event, as a receiver does", async () => {
    const data = { employeeId: "E-1", lastDay: "soon", secret: "value" };
    const answer = await environment().preview("employee.terminated", data);
    const sent = await environment().send("employee.terminated", data);
    expect([answer.status, sent.status]).toEqual([400, 400]);
    expect(await answer.json()).toEqual(await sent.json());
  });

  test("is answered 403 to a caller without the scope of the event", async () => {
    const answer = await environment().preview(
      "status.set",
      { employeeId: "E-1", text: "hello" },
      asPlain,
    );
    expect(answer.status).toBe(403);
  });

  test("is answered 401 to a stranger, and 404, 405 or 415 for another path, method or media type", async () => {
    for (const caller of ["feed", "nobody"])
      expect((await ask({}, { caller, token: "unknown" })).status).toBe(401);
    const asText = await ask({}, { ...asFeed, mediaType: "text/plain" });
    expect(asText.status).toBe(415);
    const { preview } = environment().apps;
    const got = await preview.request("/events/feed/preview");
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await preview.request("/events/feed")).status).toBe(404);
  });
});

describe("a preview for a caller with the scope operate", () => {
  const matchOf = async (type: string, data: unknown, atMs?: number) => {
    const options = atMs === undefined ? {} : { atMs };
    return (await previewOf(type, data, options)).match;
  };

  test("tells the state of the employee and the limits that the event meets", async () => {
    const { hire, say } = environment();
    const employeeId = "E-known";
    await hire(employeeId);
    expect(await matchOf("employee.terminated", { employeeId })).toEqual({
      state: "active",
      hasPerson: true,
      limits: [
        { name: "disable-limit", used: 0, allowed: 2 },
        { name: "deletion-limit", used: 0, allowed: 2 },
      ],
      differs: [],
      outdated: [],
      verdict: { is: "in-force" },
    });
    const lastDay = new Date(environment().nowMs() + 9 * dayMs);
    const later = { employeeId, lastDay: lastDay.toISOString().slice(0, 10) };
    expect(await matchOf("employee.terminated", later)).toMatchObject({
      limits: [{ name: "disable-limit" }, { name: "deletion-limit" }],
    });
    const kept = { employeeId, disposition: "disable" };
    expect(await matchOf("employee.terminated", kept)).toMatchObject({
      limits: [{ name: "disable-limit" }],
    });
    await say("suspended", employeeId);
    expect(await matchOf("employee.terminated", { employeeId })).toMatchObject({
      state: "suspended",
      limits: [{ name: "deletion-limit", used: 0 }],
    });
    await say("resumed", employeeId);
    expect(await matchOf("employee.suspended", { employeeId })).toMatchObject({
      limits: [{ name: "disable-limit", used: 1, allowed: 2 }],
    });
  });

  test("tells the limits for each event of a request, and reads each limit once", async () => {
    const { hire, partFailures, nowMs } = environment();
    const ids = ["E-many-1", "E-many-2", "E-many-3"];
    for (const employeeId of ids) await hire(employeeId);
    const reads: string[] = [];
    partFailures.receiverTable = (_command, id) => {
      if (id.endsWith("-limit")) reads.push(id);
      return false;
    };
    const at = new Date(nowMs()).toISOString();
    const people = ids.map((nr) => ({ kind: "leaver", nr, at }));
    const leavers = { caller: "leavers", token: leaversToken };
    const answer = await ask({ people }, leavers);
    const { events } = await read(answer);
    for (const { match } of events)
      expect(match?.limits).toMatchObject([
        { name: "disable-limit", allowed: 2 },
        { name: "deletion-limit", allowed: 2 },
      ]);
    expect(events).toHaveLength(3);
    expect(reads.sort()).toEqual(["deletion-limit", "disable-limit"]);
  });

  test("tells that the terms of an identity provider give way to those that HR has said", async () => {
    const { sendAndWait, preview, advanceTime } = environment();
    const employeeId = "E-provider";
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
    const { id } = await sendAndWait("employee.terminated", { employeeId });
    advanceTime(1_000);
    const answer = await preview(
      "employee.terminated",
      { employeeId, disposition: "disable" },
      { caller: "entra", token: entraToken },
    );
    const { events } = previewSchema.parse(await answer.json());
    // If they did not give way, the disposition would change, and the event would be in force.
    const verdict = { is: "repeats", sameAs: id };
    expect(events[0]?.match?.verdict).toEqual(verdict);
  });

  test("tells that a username differs from the one that our store knows, and then the rename limit", async () => {
    const employeeId = "E-renamed";
    await environment().hire(employeeId);
    const rename = (username: string) =>
      matchOf("employee.changed", { employeeId, username });
    expect(await rename("somebody.else")).toMatchObject({
      differs: ["/username"],
      limits: [{ name: "rename-limit", used: 0, allowed: 2 }],
    });
    expect(await rename("E-Renamed")).toMatchObject({
      differs: [],
      limits: [],
    });
  });

  test("tells which fields a newer event has set, and none at the same time", async () => {
    const { hire, say, nowMs } = environment();
    const employeeId = "E-newer";
    const atMs = nowMs();
    await hire(employeeId, {}, { atMs: atMs - dayMs });
    await say("changed", employeeId, { title: "A" }, { atMs });
    const change = { employeeId, title: "B", department: "C" };
    const older = await matchOf("employee.changed", change, atMs - 1_000);
    expect(older).toMatchObject({ outdated: ["/title"] });
    const asNew = await matchOf("employee.changed", change, atMs);
    expect(asNew).toMatchObject({ outdated: [] });
  });
});

/** An event of an employee: the end of its type, and what it says beside the employee. */
type Event = [kind: string, data?: () => object];
const dataOf = (employeeId: string, [kind, data = () => ({})]: Event) =>
  kind === "hired" ? hireOf(employeeId, data()) : { employeeId, ...data() };

describe("a preview says what the event then comes to:", () => {
  const dateIn = (days: number) => environment().dateIn(days);
  const send = (employeeId: string, event: Event) => {
    environment().advanceTime(1_000);
    const data = dataOf(employeeId, event);
    return environment().sendAndWait(`employee.${event[0]}`, data);
  };
  const verdictOf = async (employeeId: string, event: Event) => {
    const data = dataOf(employeeId, event);
    return (await previewOf(`employee.${event[0]}`, data)).match?.verdict;
  };
  // Two days later, the limits do not count the people of the test before.
  beforeEach(() => environment().advanceTime(2 * dayMs));

  const hiredToday: Event = ["hired", () => ({ startDate: dateIn(0) })];
  const scheduled = {
    is: "scheduled",
    scheduledFor: expect.stringContaining("T00:00:00") as unknown,
  };
  const sameAs: unknown = expect.stringMatching(/^op_/);
  let employees = 0;
  test.each(rows<
    [what: string, before: Event[], event: Event, verdict: object, end: string]
  >`
    a hire of an unknown employee takes effect | ${[]} | ${["hired"]} | ${{ is: "in-force" }} | succeeded
    a hire that names a later start is scheduled | ${[]} | ${["hired", () => ({ startDate: dateIn(10) })]} | ${scheduled} | waiting
    a suspension of an unknown employee needs a decision | ${[]} | ${["suspended"]} | ${{ is: "needs-decision", reason: "unknown-employee" }} | needs_attention
    a second hire repeats the first | ${[hiredToday]} | ${hiredToday} | ${{ is: "repeats", sameAs }} | succeeded
    a hire from before the termination is cancelled | ${[hiredToday, ["terminated"]]} | ${["hired", () => ({ startDate: dateIn(-1) })]} | ${{ is: "overtaken", reason: "already-left", sameAs }} | cancelled
    a termination with a later last day is scheduled for its end | ${[hiredToday]} | ${["terminated", () => ({ lastDay: dateIn(10) })]} | ${scheduled} | waiting
    a cancellation with nothing to cancel takes effect with a warning | ${[hiredToday]} | ${["termination_cancelled"]} | ${{ is: "in-force", warning: "nothing-to-cancel" }} | succeeded
  `)("%s", async (_, before, event, verdict, end) => {
    const employeeId = `V-${++employees}`;
    for (const one of before) await send(employeeId, one);
    const said = await verdictOf(employeeId, event);
    expect(said).toEqual(verdict);
    const { id } = await send(employeeId, event);
    // An event of an unknown employee waits some minutes for the hire.
    await environment().passTime(16 * minuteMs);
    const { status, reason } = await environment().find(id);
    expect(status).toBe(end);
    if (said && "reason" in said) expect(reason).toBe(said.reason);
  });

  test("a termination beyond the limit is held", async () => {
    for (const employeeId of ["H-1", "H-2", "H-3"])
      await send(employeeId, ["hired"]);
    for (const employeeId of ["H-1", "H-2"])
      await send(employeeId, ["terminated"]);
    expect(await verdictOf("H-3", ["terminated"])).toEqual({
      is: "held",
      limit: { name: "disable-limit", used: 2, allowed: 2 },
    });
    expect(await send("H-3", ["terminated"])).toMatchObject(
      needsAttention("disable-limit"),
    );
  });

  test("a status says nothing about the employment, and has no verdict", async () => {
    const data = { employeeId: "V-1", text: "busy" };
    const { match } = await previewOf("status.set", data);
    expect(match).not.toHaveProperty("verdict");
  });
});

test("a caller without the scope operate does not learn what our store knows", async () => {
  const employeeId = "E-hidden";
  await environment().hire(employeeId);
  const previewFor = (one: string) =>
    previewOf("employee.terminated", { employeeId: one }, asPlain);
  const known = await previewFor(employeeId);
  const unknown = await previewFor("E-nobody");
  expect(known).toEqual({ ...unknown, employeeId });
  expect(known).not.toHaveProperty("match");
});

test("a preview of each type changes no byte of our tables, starts no workflow and calls no platform", async () => {
  const { hire, storedItems, noteCalls, engine } = environment();
  for (const { employeeId } of Object.values(examples)) await hire(employeeId);
  const before = JSON.stringify(await storedItems());
  const executions = engine.list().length;
  const calls = noteCalls();
  for (const [type, { employeeId, more }] of Object.entries(examples)) {
    const { match } = await previewOf(type, { ...more, employeeId });
    expect(match).toMatchObject({ state: "active", hasPerson: true });
  }
  expect(JSON.stringify(await storedItems())).toBe(before);
  expect(engine.list()).toHaveLength(executions);
  expect(calls()).toEqual([]);
});

test("a preview is answered 503 while our store does not answer", async () => {
  const { partFailures } = environment();
  partFailures.receiverTable = () => {
    throw new Error("the table is out");
  };
  const data = { employeeId: "E-1" };
  const answer = await environment().preview("employee.resumed", data);
  expect(answer.status).toBe(503);
});
