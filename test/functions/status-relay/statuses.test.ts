import { beforeEach, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { effort } from "../../resilience/effort.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { putEmployee } from "../../fixtures/put-employee.ts";
import { statusHelpersOf } from "./status-helpers.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess({ graceDays: 7 });
const { hire, set, shown, published, typeByHand, writes, storedItems } =
  statusHelpersOf(environment);

const put = { method: "PUT", path: "/people/{personID}" } as const;
const get = { ...put, method: "GET" } as const;

/** Another employee for each test. */
let who: string;
let count = 0;
beforeEach(async () => {
  who = `T-${++count}`;
  await hire(who);
});

/** Sets a status that ends after this time. */
const setFor = (text: string, minutes: number) =>
  set(who, text, { untilMs: environment().nowMs() + minutes * minuteMs });

/** Lets this time pass and runs the scheduler. */
async function advanceTime(minutes: number): Promise<void> {
  await environment().passTime(minutes * minuteMs);
}

/**
 * A story is a list of these steps and of the following ones:
 *
 * - `set A for 60 at once: expired` sets the status A for 60 minutes, with the event time of the status before, and is
 *   refused as `expired`. `earlier` is an event time a second before it. Each part behind `set` can be absent.
 * - `type Mine`: the person types a status on the profile.
 * - `59: A`: 59 minutes pass, and then the profile shows A.
 * - `cancel A` and `retry A` are verbs on the operation that set A, and `A is failed: REASON` is its result.
 * - `3 writes`: the story has written the person three times so far.
 * - `4 requests`: the next write gets no answer, and takes effect after four later requests.
 */
const acts: Record<string, () => unknown> = {
  "writes are refused": () =>
    environment().platform.faults.add({ ...put, kind: "status", status: 403 }),
  "the next write gets no answer": () =>
    environment().platform.faults.add({
      ...put,
      kind: "reset-before",
      times: 1,
    }),
  "the person is not shown": () =>
    environment().platform.faults.add({ ...get, kind: "status", status: 404 }),
  "the platform works": () => environment().platform.faults.clear(),
  suspended: () => environment().say("suspended", who),
  resumed: () => environment().say("resumed", who),
  leaving: () => environment().say("terminated", who),
  left: () => environment().say("terminated", who, { graceDays: 0 }),
  "the person is disabled": async () =>
    expect(await environment().personOf(who)).toMatchObject({
      svc: { enabled: false, visible: false },
    }),
};

/** The next write gets no answer, and takes effect after this many later requests. */
const delayNextWrite = (afterRequests: number) =>
  environment().platform.faults.add({
    ...put,
    kind: "late-effect",
    times: 1,
    afterRequests,
  });

/** Plays the steps of a story, and expects all statuses that were published, unless none is given. */
async function expectStory(story: string, all: string): Promise<void> {
  const ids = new Map<string, string>();
  const before = writes();
  let lastMs = environment().nowMs();
  for (const step of story.split(", ")) {
    const [, minutes, shows = ""] = /^(\d+): ?(.*)$/.exec(step) ?? [];
    const [, text = "", until, how, reason] =
      /^set ?(\w*?)(?: ?for (-?\d+))?(?: (earlier|at once))?(?:: (.+))?$/.exec(
        step,
      ) ?? [];
    const [, number, what] = /^(\d+) (writes|requests)$/.exec(step) ?? [];
    const [, named = "", result] = /^(\w) is (.+)$/.exec(step) ?? [];
    const [, verb, id = ""] = /^(cancel|retry) (\w)$/.exec(step) ?? [];
    if (acts[step]) await acts[step]();
    else if (what === "writes") expect(writes() - before).toBe(Number(number));
    else if (what) delayNextWrite(Number(number));
    else if (minutes !== undefined) {
      await advanceTime(Number(minutes));
      expect(await shown(who)).toBe(shows);
    } else if (step.startsWith("type ")) await typeByHand(who, step.slice(5));
    else if (verb) {
      const path = `/${ids.get(id)}/${verb}`;
      expect((await environment().operate("POST", path)).ok).toBe(true);
      await environment().idle();
    } else if (result) {
      const { status, reason } = await environment().find(ids.get(named)!);
      expect([status, reason].filter(Boolean).join(": ")).toBe(result);
    } else if (until === undefined) {
      const atMs =
        how === "earlier"
          ? lastMs - 1_000
          : how === "at once"
            ? lastMs
            : environment().nowMs();
      const ended = await set(who, text, { atMs });
      expect([step, ended.reason]).toEqual([step, reason]);
      lastMs = atMs;
    } else {
      const ended = await setFor(text, Number(until));
      expect([step, ended.reason ?? ended.status]).toEqual([
        step,
        reason ?? "waiting",
      ]);
      ids.set(text, ended.id);
    }
  }
  if (all !== "") expect(await published(who)).toEqual(all.split(" "));
}

type Story = [title: string, steps: string, published: string];

test.each(rows<Story>`
  is set, replaced and cleared, each with one write | set A, 0: A, set B, 0: B, set, 0:, 3 writes | A B
  that the profile already shows is not written | set, 0 writes, set A, type Mine, set Mine, 2 writes, 0: Mine |
  counts by its time, in any order of arrival | set A, set B earlier: newer-status, 0: A | A
  replaces another one of the same time | set A, set B at once, 0: B | A B
  that was never written does not prevent an earlier one | writes are refused, set A: platform-refused-403, the platform works, set B earlier, 0: B | B
  is shown again after the resumption only | suspended, set A: employee-suspended, 0:, resumed, set B, 0: B | B
  needs attention if the platform does not show the person | the person is not shown, set A: person-missing |
  is never shown if it has expired before its event arrives | set A for -1: expired, 0:, 0 writes |
  stays when a late write of an earlier one arrives before its own write | 4 requests, set A, set B, 0: B | A A B
  stays when a late write of an earlier one arrives after its own write | 5 requests, set A, set B, 0: B | A B A B
  that is cleared after a write without an answer is not written if the profile shows none | the next write gets no answer, writes are refused, set A: platform-refused-403, the platform works, set, 0 writes, 0: |
`)("a status %s", async (_title, story, all) => {
  await expectStory(story, all);
});

test.each(
  rows<Story>`
    gives way to the previous status at its end, and not earlier | set X, set A for 60, 59: A, 2: X | X A X
    leaves no status if there was none before | set A for 60, 61: |
    gives way to a status that the person had typed on the profile | type Mine, set A for 60, 61: Mine |
    gives way to the cleared status if it was cleared for some time | set X, set for 60, 0:, 61: X |
    stays if it was the status before already | set X, set X for 60, 61: X | X
    gives way to the earlier of two, and then to the status before both | set X, set A for 60, set B for 30, 31: A, 30: X | X A B A X
    gives way to the status before both if the first has expired | set X, set A for 30, set B for 60, 31: B, 30: X | X A B X
    gives way to the status before both if both restores are late | set X, set A for 60, set B for 30, 90: X |
    is not replaced if the person has typed another one since | set X, set A for 60, type Mine, 61: Mine |
    is not replaced if another event has set another one since | set A for 60, set B, 61: B, A is cancelled: changed-since | A B
    is not replaced if another event has set the same text since | set X, set A for 60, set A, 61: A | X A
    prolongs an earlier one with the same text | set X, set A for 30, set A for 60, 31: A, 30: X | X A X
    shortens an earlier one with the same text | set X, set A for 60, set A for 30, 31: X, 30: X | X A X
    shortens one before the earlier one, if that has expired | set X, set A for 90, set B for 30, set A for 60, 61: X, 30: X | X A B A X
    is not replaced if its end was cancelled, and comes back after another one | set X, set A for 60, cancel A, 61: A, set B for 60, 61: A | X A B A
    gives way to the earlier one, whose end has passed and was cancelled before | set X, set A for 30, set B for 60, cancel A, 61: A | X A B A
    gives way to the previous status by a retry, if that failed at first | set X, set A for 60, writes are refused, 61: A, A is failed: platform-refused-403, the platform works, retry A, 0: X, A is succeeded | X A X
    stays if the employee is leaving | set A for 60, leaving, 61: A, the person is disabled, A is cancelled: left-since |
    has no effect after the deletion of the person | set A for 60, left, 61:, A is cancelled: left |
    ends in a suspension, and the person stays disabled | set A for 60, suspended, 61:, A is succeeded, the person is disabled |
  `,
)("a timed status that expires %s", async (_title, story, all) => {
  await expectStory(story, all);
});

test("setting a status does not change the rest of the person, and its text is erased after it is shown", async () => {
  const before = await environment().personOf(who);
  expect(await set(who, "canary-text")).toMatchObject({
    status: "succeeded",
    result: { personID: before?.id },
  });
  expect(await environment().personOf(who)).toEqual({
    ...before,
    status: "canary-text",
    updatedAtMs: expect.any(Number),
  });
  expect(await storedItems()).not.toContain("canary-text");
  expect(JSON.stringify(environment().lines)).not.toContain("canary-text");
});

type Prepare = (employeeId: string) => Promise<unknown>;
test.each(rows<[state: string, reason: string, Prepare]>`
  is unknown | not-active | ${async () => undefined}
  is still being onboarded | not-active | ${(id) => putEmployee(environment().store, id, { state: "onboarding" })}
  is leaving | not-active | ${(id) => hire(id).then(() => environment().say("terminated", id))}
  has left | not-active | ${(id) => hire(id).then(() => environment().say("terminated", id, { graceDays: 0 }))}
  is suspended | employee-suspended | ${(id) => hire(id).then(() => environment().say("suspended", id))}
`)(
  "a status is not written for an employee who %s, with the reason %s",
  async (state, reason, prepare) => {
    const employeeId = `E-${state.replaceAll(" ", "-")}`;
    const { store, personOf } = environment();
    await prepare(employeeId);
    const known = async () => [
      await store.employees.get(employeeId),
      await personOf(employeeId),
      writes(),
    ];
    const before = await known();
    expect(await set(employeeId, "Busy")).toMatchObject({
      status: "cancelled",
      reason,
    });
    expect(await known()).toEqual(before);
  },
);

test("the status before is restored also if no write is answered until the restored status expires too", async () => {
  await set(who, "X");
  await setFor("A", 90);
  await setFor("B", 60);
  const { faults } = environment().platform;
  // Each write takes effect without an answer, and only the first two reads work.
  faults.add({ ...put, kind: "reset-after" });
  faults.add({ ...get, kind: "status", status: 503, skip: 2 });
  await advanceTime(61);
  expect(await shown(who)).toBe("A");
  faults.clear();
  await advanceTime(30);
  expect(await shown(who)).toBe("X");
  expect(await published(who)).toEqual(["X", "A", "B", "A", "X"]);
});

test("a status that was written without our knowledge and expires before the next attempt is restored", async () => {
  await set(who, "X");
  environment().platform.faults.add({ ...put, kind: "reset-after", times: 1 });
  const untilMs = environment().nowMs() + 5 * minuteMs;
  const data = {
    employeeId: who,
    text: "A",
    expiresAt: new Date(untilMs).toISOString(),
  };
  const answer = await environment().send("status.set", data);
  while ((await shown(who)) !== "A")
    await new Promise((wake) => setTimeout(wake, 1));
  environment().advanceTime(6 * minuteMs);
  await environment().idle();
  await environment().runScheduler();
  expect(await shown(who)).toBe("X");
  expect(await environment().operation(answer)).toMatchObject({
    status: "succeeded",
  });
});

test.each(effort([400], [40, 400]))(
  "a timed status may last %i days, and the status to restore is still stored then",
  async (days) => {
    await set(who, "X");
    const untilMs = environment().nowMs() + days * dayMs;
    const { id, payloadUntilMs } = await set(who, "Away", { untilMs });
    // The payload must not be erased before that time.
    expect(payloadUntilMs).toBeGreaterThan(untilMs);
    for (const step of [days / 2, days / 2 - 1]) {
      await advanceTime(step * 24 * 60);
      expect(await shown(who)).toBe("Away");
    }
    await advanceTime(24 * 60 + 1);
    expect(await shown(who)).toBe("X");
    expect(await environment().find(id)).toMatchObject({ status: "succeeded" });
  },
);

const identity = { kind: "slack", id: "T1:U1" };
const longest = "🌴".repeat(140);

test("status.set names an employee by an identity in another system", async () => {
  await hire("E-1", { slack: identity.id });
  await environment().sendAndWait("status.set", {
    identity,
    text: "By identity",
  });
  expect(await shown("E-1")).toBe("By identity");
});

test.each(
  rows<[title: string, data: object, [pointer: string, detail?: string][]]>`
    for an identity that is not linked | ${{ identity: { kind: "slack", id: "T1:U2" }, text: "Who?" }} | ${[["identity", "is not linked to an employee"]]}
    for an identity that DynamoDB could not store | ${{ identity: { kind: "slack", id: "\ud800" }, text: "Who?" }} | ${[["identity/id", "must not contain control characters"]]}
    with neither employeeId nor identity | ${{ text: "x" }} | ${[["", "must have either employeeId or identity"]]}
    with both employeeId and identity | ${{ employeeId: "E-1", identity, text: "x" }} | ${[["", "must have either employeeId or identity"]]}
    with every wrong field at once | ${{ employeeId: "", identity: { kind: "", id: 5, name: "Zoe" }, text: 7, expiresAt: "tomorrow", state: "busy" }} | ${[["employeeId"], ["identity/kind"], ["identity/id"], ["identity/name", "is not a known field"], ["text"], ["expiresAt"], ["state", "is not a known field"]]}
    with a text above the limit | ${{ employeeId: "E-1", text: `${longest}.` }} | ${[["text", "must have at most 140 characters"]]}
  `,
)("status.set is refused %s", async (_, data, issues) => {
  const before = await storedItems();
  const answer = await environment().send("status.set", data);
  expect(answer.status).toBe(400);
  expect(await storedItems()).toBe(before);
  const { errors } = (await answer.json()) as { errors: unknown[] };
  expect(errors).toHaveLength(issues.length);
  for (const [index, [field, detail]] of issues.entries())
    expect(errors[index]).toMatchObject({
      pointer: `#/data/${field}`.replace(/\/$/, ""),
      ...(detail && { detail }),
    });
});

test("status.set counts visible characters, up to the limit", async () => {
  await hire("E-2");
  await set("E-2", ` ${longest}\u202E\u0000 `);
  expect(await shown("E-2")).toBe(longest);
});
