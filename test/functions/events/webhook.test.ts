import { describe, expect, test } from "vitest";
import { useCaseEvents } from "../../../functions/events/event.ts";
import {
  shownEmployeeSchema,
  shownOperationSchema,
} from "../../../functions/operations/contract.ts";
import { createSample, sampleNames } from "../../../infra/sample/samples.ts";
import type { EventType } from "../../../shared/event-types.ts";
import { busEventTypes } from "../../../infra/aws/deployment/events.ts";
import { workflowFunctionOf } from "../../../shared/workflow/workflow-functions.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { inProcessWorkflows } from "../../environments/in-process/workflows.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { peopleFeed } from "./people-feed.ts";

const feedToken = "the-token-of-the-feed";
const environment = useInProcess({
  callers: { feed: peopleFeed(feedToken, "onboard", "offboard") },
});

const to = "events";
const statusMaxLength = 140;

/** Sends people as the caller `feed`, whose field map knows several types of events. */
const sendPeople = (...people: object[]) => {
  const { apps, nowMs } = environment();
  const at = new Date(nowMs()).toISOString();
  return apps.events.request("/events/feed", {
    method: "POST",
    headers: {
      authorization: `Bearer ${feedToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ people: people.map((one) => ({ ...one, at })) }),
  });
};

describe("POST /events/{caller}", () => {
  test("takes an event of every type that has its data with it, and its workflow does the work", async () => {
    const { sendAndWait, personOf, engine, advanceTime, nowMs } = environment();
    const employeeId = "A-1";
    await environment().addPerson("a-2");
    const adopted = { username: "a-2", email: "a-2@example.com" };
    const sent = sampleNames.map((name): [type: EventType, data: object] => {
      const own = name === "adopt" ? { employeeId: "A-2", ...adopted } : {};
      const { type, data } = createSample(name, nowMs(), {
        employeeId,
        ...own,
      });
      return [type, data];
    });
    const known = useCaseEvents(statusMaxLength).map(({ type }) => type);
    expect(sent.map(([type]) => type).sort()).toEqual(known.sort());
    const before = engine.list().length;
    for (const [type, data] of sent) {
      advanceTime(1_000);
      const operation = await sendAndWait(type, data, { to });
      expect({ type, status: operation.status }).toEqual({
        type,
        status: type === "employee.terminated" ? "waiting" : "succeeded",
      });
    }
    const started = engine
      .list()
      .slice(before)
      .map(({ arn }) => arn.replace(/^.*:function:([\w-]+):.*$/, "$1"));
    for (const [type] of sent)
      expect(started).toContain(workflowFunctionOf(type, inProcessWorkflows));
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);
    expect(await environment().profileOf(employeeId)).toMatchObject({
      Title: "Principal Engineer",
    });
  });

  test("accepts the allowed events of a body, and answers 403 because another one needs a scope that the caller lacks", async () => {
    await environment().hire("B-2");
    environment().advanceTime(1_000);
    const answer = await sendPeople(
      { kind: "hire", nr: "B-1", mail: "b@example.com", surname: "Quist" },
      { kind: "leaver", nr: "B-2" },
      // The map ignores this one.
      { kind: "other", nr: "B-3" },
      { kind: "change", nr: "B-4", surname: "Berg" },
    );
    await environment().idle();
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      operations: [{ type: "employee.hired" }, { type: "employee.terminated" }],
    });
    expect(await environment().store.employees.get("B-4")).toBeUndefined();
  });
});

describe("a thin event", () => {
  const thin = { type: "record.changed", data: { employeeId: "T-1" } };

  test("is an unknown type at the URLs of the use cases", async () => {
    const { send, storedItems } = environment();
    const before = await storedItems();
    const urls = ["onboarding", "offboarding", "profile", "status"] as const;
    for (const url of urls) {
      const answer = await send(thin.type, thin.data, { to: url });
      expect(answer.status).toBe(400);
    }
    expect(await storedItems()).toEqual(before);
  });

  test("is no event of the event bus, which has all others", () => {
    const types = useCaseEvents(statusMaxLength).map(({ type }) => type);
    expect(types).not.toContain(thin.type);
    expect([...busEventTypes].sort()).toEqual(types.sort());
  });
});

test("the same event is one operation by the URL of every event and by the URL of its use case", async () => {
  const { hire, send } = environment();
  const options = { delivery: "same", atMs: environment().nowMs() };
  const first = await hire("S-1", {}, options);
  const second = await send("employee.hired", hireOf("S-1"), {
    ...options,
    to,
  });
  expect(second.headers.get("location")).toBe(`/operations/${first.id}`);
});

describe("a date that stands for no date", () => {
  const detail =
    "must lie in the years 1900 to 9998; an optional field is left out if there is no date";
  test.each([
    ["employee.hired", { ...hireOf("Y-1"), startDate: "9999-12-31" }],
    ["employee.changed", { title: "Boss", effectiveDate: "9999-12-31" }],
    ["employee.terminated", { lastDay: "9999-12-31" }],
    ["employee.terminated", { lastDay: "0001-01-01" }],
    ["employee.suspended", { from: "9999-12-31" }],
    ["employee.suspended", { until: "9999-12-31T00:00:00Z" }],
    ["status.set", { text: "Busy", expiresAt: "9999-12-31T23:59:59Z" }],
  ])("is refused in %s, with its field: %j", async (type, data) => {
    const { send } = environment();
    const answer = await send(type, { employeeId: "Y-1", ...data }, { to });
    expect(answer.status).toBe(400);
    const field = Object.keys(data).at(-1) ?? "";
    expect(await answer.json()).toMatchObject({
      errors: [{ pointer: `#/data/${field}`, detail }],
    });
  });

  test("may be one year earlier, and the operators' API can show the date then", async () => {
    const { hire, say, operate, ask } = environment();
    const employeeId = "Y-2";
    await hire(employeeId);
    const { id } = await say("terminated", employeeId, {
      lastDay: "9998-12-31",
    });
    const shown = await operate("GET", `/${id}`);
    const operation = shownOperationSchema.parse(await shown.json());
    expect(operation.dueAt).toBe("9999-01-01T00:00:00.000Z");
    const page = await ask("GET", `/employees/${employeeId}`);
    const { planned } = shownEmployeeSchema.parse(await page.json());
    expect(planned).toHaveLength(1);
  });
});
