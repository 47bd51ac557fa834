import { describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import {
  type FinalOutcome,
  isFinal,
  isSettled,
  type Operation,
  operationStatuses,
  type WorkflowOutcome,
} from "../../../shared/store/operation.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { putEmployee } from "../../fixtures/put-employee.ts";
import {
  acceptWith,
  newOperation,
  outcomeOf,
  pause,
  retry,
  runTo,
} from "./operation-for-test.ts";
import { startMs, useStore } from "./store-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const store = useStore();
const operator = "caller:ops";
const step = { status: "succeeded", attempts: 1, atMs: startMs + 5 } as const;

const succeeded: FinalOutcome = {
  status: "succeeded",
  steps: { "create person": { status: "succeeded", attempts: 2, atMs: 1 } },
  warnings: [{ about: "avatar", reason: "avatar-too-large" }],
  result: { personID: "1001", refs: { self: "https://x.example/1001" } },
};

/** The first lines of the audit trail of each operation. */
const accepted = { atMs: startMs, by: "caller:hr", status: "accepted" };
const started = { atMs: startMs, by: "workflow", status: "running" };

/** For an operator who closes an operation: there is no ruling to say, and the employee has no work of it left. */
const nothingLeft = { ruling: undefined, isOpen: false };

async function known(id: string): Promise<Operation> {
  const operation = await store().operations.get(id);
  if (operation) return operation;
  throw new Error(`there is no operation ${id}`);
}

const itemOf = (id: string) => store().item(`operation#${id}`);

describe("an operation in each status", () => {
  const states = {
    accepted: { status: "accepted" },
    waiting: { status: "waiting" },
    "in grace": { status: "waiting", phase: "grace" },
    blocked: {
      status: "waiting",
      blockedBy: "platform",
      outage: "platform",
      reason: "platform-busy",
      blockedSinceMs: startMs,
    },
    running: { status: "running", execution: "own" },
    succeeded: { status: "succeeded" },
    failed: { status: "failed", reason: "platform-busy" },
    "needs attention": { status: "needs_attention", reason: "person-missing" },
    cancelled: { status: "cancelled", reason: "resolved" },
  } as const satisfies Record<string, Partial<Operation>>;
  type State = keyof typeof states;
  const waiting: State[] = ["waiting", "in grace", "blocked"];

  type Use = (operation: Operation) => Promise<unknown>;
  const operations = () => store().operations;
  const own = (id: string) => ({ id, execution: "own" });
  const every = Object.keys(states) as State[];

  const byAnother: Use = async ({ id }) => {
    const other = { id, execution: "other" };
    await operations().recordStep(other, "seed tasks", step);
    await operations().recordFailure(other, "source-busy");
    await operations().noteChanges(other, "7", ["/title"]);
    await operations().finish(other, succeeded);
  };
  const forThePast: Use = async (one) => {
    for (const change of [{ run: 9 }, { reason: "left" }] as const) {
      const stale = { ...one, ...change };
      await operations().runAgain(stale, operator, "released");
      await operations().resolve(stale, operator, "by hand", nothingLeft);
    }
  };
  const ofAnotherRun: Use = async (one) => {
    const run = { ...one, run: 9 };
    await operations().restart(run);
    await operations().markNeverRan(run);
    const other = { ...one, execution: "other" };
    await operations().acceptLost(other);
    await operations().markLost(other);
  };

  // Title | what is done with an operation as it was read | the states in which it has an effect
  const actions = rows<[string, Use, State[]]>`
    a start                                  | ${({ id }) => operations().start(id, "own")}                             | ${["accepted"]}
    a wake-up                                | ${({ id }) => operations().wake(id)}                                     | ${waiting}
    another start                            | ${(one) => operations().restart(one)}                                    | ${["accepted"]}
    the note that it never ran               | ${(one) => operations().markNeverRan(one)}                               | ${["accepted"]}
    a check                                  | ${(one) => operations().due("running").postpone(one.id, minuteMs)}                                 | ${["running"]}
    a replacement of its execution           | ${(one) => operations().acceptLost(one)}                                 | ${["running"]}
    the note that its execution is lost      | ${(one) => operations().markLost(one)}                                   | ${["running"]}
    the record of a step                     | ${({ id }) => operations().recordStep(own(id), "seed tasks", step)}      | ${["running"]}
    the record of a failed attempt           | ${({ id }) => operations().recordFailure(own(id), "source-busy")}        | ${["running"]}
    the note of its changes                  | ${({ id }) => operations().noteChanges(own(id), "7", ["/title"])}        | ${["running"]}
    the note that it owes an answer          | ${({ id }) => operations().oweAnswer(id)}                                | ${["accepted", "running"]}
    an end                                   | ${({ id }) => operations().finish(own(id), succeeded)}                   | ${["running"]}
    what another execution writes            | ${byAnother}                                                             | ${[]}
    a cancellation                           | ${(one) => operations().cancel(one, operator, "left")}                         | ${waiting}
    a cancellation of another phase          | ${({ id }) => operations().cancel({ id, phase: "restore" }, operator, "left")} | ${[]}
    the end of its outage                    | ${({ id }) => operations().unblock(id, "platform")}                      | ${["blocked"]}
    the cause of its outage                  | ${({ id }) => operations().showCause(id, "platform", "login-refused")}   | ${["blocked"]}
    another run                              | ${(one) => operations().runAgain(one, operator, "released")}                   | ${every}
    a verb for a state that has passed       | ${forThePast}                                                            | ${[]}
    what the scheduler does with another run | ${ofAnotherRun}                                                          | ${[]}
  `;

  let count = 0;

  test.each(actions)(
    "%s changes an operation in its states, and in no others",
    async (_, use, acts) => {
      const { table, clock } = store();
      const acted: string[] = [];
      for (const [state, set] of Object.entries(states)) {
        clock.nowMs = startMs;
        const id = `each-${++count}`;
        await operations().accept(newOperation(id));
        await table.update(`operation#${id}`, { set: { ...set }, where: {} });
        // All that has a due time is due then.
        clock.nowMs = startMs + 20 * minuteMs;
        const before = await itemOf(id);
        await use(await known(id));
        const after = await itemOf(id);
        if (JSON.stringify(after) !== JSON.stringify(before)) acted.push(state);
      }
      expect(acted).toEqual(acts);
    },
  );

  test("nothing creates an operation but its acceptance", async () => {
    const unknown = { ...(await acceptModel()), id: "unknown" };
    for (const [, use] of actions) await use(unknown);
    expect(await itemOf("unknown")).toBeUndefined();
  });

  async function acceptModel(): Promise<Operation> {
    await operations().accept(newOperation("model"));
    return known("model");
  }

  test("is final unless it is accepted, waiting or running, and settled also while it waits", () => {
    const others = (is: (one: Pick<Operation, "status">) => boolean) =>
      operationStatuses.filter((status) => !is({ status }));
    expect(others(isFinal)).toEqual(["accepted", "waiting", "running"]);
    expect(others(isSettled)).toEqual(["accepted", "running"]);
  });
});

test("an accepted operation is stored once, and is due again in two minutes", async () => {
  const { operations } = store();
  const accept = (fingerprint: string) =>
    operations.accept(newOperation("once", { fingerprint }));
  const operation = await accept("f1");
  expect(operation).toEqual({
    ...newOperation("once"),
    status: "accepted",
    run: 1,
    dueAtMs: startMs + 2 * minuteMs,
    steps: {},
    warnings: [],
    history: [{ atMs: startMs, by: "caller:hr", status: "accepted" }],
    createdAtMs: startMs,
    updatedAtMs: startMs,
  });
  expect(await accept("f2")).toEqual(operation);
  expect(await operations.get("once")).toEqual(operation);
});

describe("running", () => {
  test("an operation belongs to the execution that starts it, which may start it again", async () => {
    const { operations } = store();
    await operations.accept(newOperation("start"));
    const first = await operations.start("start", "run-1");
    expect(first).toEqual({
      operation: { ...newOperation("start"), execution: "run-1", warnings: [] },
    });
    const before = await itemOf("start");
    expect(await operations.start("start", "run-1")).toEqual(first);
    expect(await operations.start("start", "run-2")).toBeUndefined();
    expect(await itemOf("start")).toEqual(before);
    expect(before).toMatchObject({
      status: "running",
      execution: "run-1",
      dueAtMs: startMs + 10 * minuteMs,
    });
  });

  test("each run is an execution with its own name, which Lambda accepts", () => {
    const id = "op_0123456789abcdefghijkl";
    const names = [1, 2, 1_000_000].map((run) => executionNameOf({ id, run }));
    expect(names).toEqual([id, `${id}_2`, `${id}_1000000`]);
    for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
  });

  test("an operation shows the steps of all its runs, each as it was recorded last", async () => {
    const { operations } = store();
    const id = "steps";
    await runTo(operations, id, {
      ...outcomeOf("failed"),
      steps: { one: step },
    });
    await retry(operations, id);
    await operations.start(id, "run-2");
    const failed = { ...step, status: "failed" } as const;
    const run = { id, execution: "run-2" };
    await operations.recordStep(run, "two", failed);
    await operations.recordStep(run, "two", step);
    const end = { ...outcomeOf("failed"), steps: { three: failed } };
    await operations.finish(run, end);
    expect((await known(id)).steps).toEqual({
      one: step,
      two: step,
      three: failed,
    });
  });

  test.each(rows<[string, (id: string) => Promise<unknown>]>`
    a step succeeds | ${(id) => store().operations.recordStep({ id, execution: "run" }, "read record", step)}
    the operation ends without one | ${(id) => store().operations.finish({ id, execution: "run" }, outcomeOf("succeeded"))}
    its execution is replaced | ${async (id) => store().operations.acceptLost(await known(id))}
  `)("the reason of a failed attempt is shown until %s", async (id, end) => {
    const { operations } = store();
    await operations.accept(newOperation(id));
    await operations.start(id, "run");
    await operations.recordFailure({ id, execution: "run" }, "source-busy");
    expect(await known(id)).toMatchObject({ reason: "source-busy" });
    await end(id);
    expect(await known(id)).not.toHaveProperty("reason");
  });
});

describe("ending", () => {
  test("writes the complete end, and an expiry in seconds that it did not have before", async () => {
    const { operations, clock } = store();
    const id = "finish";
    await operations.accept(newOperation(id));
    await operations.start(id, "run-1");
    expect(await itemOf(id)).not.toHaveProperty("expiresAtSeconds");
    clock.nowMs = startMs + 60_000;
    const run = { id, execution: "run-1" };
    await operations.finish(run, succeeded, "erase", "onboarded");
    expect(await operations.get(id)).toEqual({
      ...newOperation(id),
      ...succeeded,
      run: 1,
      history: [
        accepted,
        started,
        {
          atMs: startMs + 60_000,
          by: "workflow",
          status: "succeeded",
          person: "onboarded",
        },
      ],
      createdAtMs: startMs,
      updatedAtMs: startMs + 60_000,
    });
    // 2026-05-01T18:43:00Z: ninety days after.
    const before = await itemOf(id);
    expect(before).toMatchObject({ expiresAtSeconds: 1_777_660_980 });
    // The answer to the first write may be lost.
    for (const end of [succeeded, outcomeOf("failed")])
      expect(await operations.finish(run, end)).toMatchObject({
        status: "succeeded",
      });
    expect(await itemOf(id)).toEqual(before);
  });

  test.each([
    ["failed", "unexpected"],
    ["needs_attention", "person-missing"],
  ] as const)(
    "an operation that is %s (%s) is kept until an operator closes it, and then for 90 days",
    async (status, reason) => {
      const { operations, clock } = store();
      await runTo(operations, reason, outcomeOf(status, reason));
      expect(await itemOf(reason)).not.toHaveProperty("expiresAtSeconds");
      clock.nowMs += 365 * dayMs;
      await operations.resolve(
        await known(reason),
        operator,
        "By hand",
        nothingLeft,
      );
      expect(await itemOf(reason)).toMatchObject({
        expiresAtSeconds: Math.ceil((clock.nowMs + 90 * dayMs) / 1_000),
      });
    },
  );

  test("an operation is resolved only as it was read; if it had a due time, it is due now, so that its salt is erased", async () => {
    const { operations, table, clock } = store();
    const dueAtMs = startMs + dayMs;
    for (const id of ["salt", "no-salt"])
      await runTo(operations, id, outcomeOf("failed"));
    const stale = await known("salt");
    await table.update("operation#salt", { set: { dueAtMs }, where: {} });
    clock.nowMs = startMs + 5_000;
    const resolve = (one: Operation) =>
      operations.resolve(one, operator, "by hand", nothingLeft);
    expect(await resolve(stale)).toBeUndefined();
    const resolved = await resolve({ ...stale, dueAtMs });
    expect(resolved).toMatchObject({ dueAtMs: clock.nowMs });
    expect(resolved?.history.at(-1)).toMatchObject({ note: "by hand" });
    expect(await resolve(await known("no-salt"))).not.toHaveProperty("dueAtMs");
  });
});

describe("waiting", () => {
  test("keeps its next phase, belongs to no execution, and is not swept", async () => {
    const { operations, clock } = store();
    const id = "pause";
    const dueAtMs = startMs + 400 * dayMs;
    const changes = { type: "employee.terminated" } as const;
    const result = { personID: "1001", refs: {} };
    const end = {
      ...pause(dueAtMs),
      steps: { "disable person": step },
      result,
    };
    await runTo(operations, id, end, changes, "left");
    const waiting = { status: "waiting", reason: "grace" };
    expect(await operations.get(id)).toEqual({
      ...newOperation(id, changes),
      ...end,
      run: 1,
      history: [accepted, started, { ...started, ...waiting, person: "left" }],
      createdAtMs: startMs,
      updatedAtMs: startMs,
    });
    expect(await itemOf(id)).not.toHaveProperty("expiresAtSeconds");

    clock.nowMs = dueAtMs;
    await operations.wake(id);
    expect(await operations.start(id, "run-2")).toMatchObject({
      operation: { phase: "grace", execution: "run-2" },
    });
    await operations.finish({ id, execution: "run-2" }, outcomeOf("succeeded"));
    const ended = await operations.get(id);
    for (const gone of ["phase", "dueAtMs", "execution"])
      expect(ended).not.toHaveProperty(gone);
  });

  test("ends with a cancellation, which names the operation that takes over", async () => {
    const { operations } = store();
    await runTo(operations, "rehired", pause(startMs + dayMs));
    const operation = await known("rehired");
    const cancelled = await operations.cancel(
      operation,
      operator,
      "rehired",
      "op_2",
    );
    expect(cancelled).toMatchObject({
      status: "cancelled",
      reason: "rehired",
      sameAs: "op_2",
      run: 1,
    });
    for (const gone of ["phase", "dueAtMs"])
      expect(cancelled).not.toHaveProperty(gone);
    expect(await operations.get("rehired")).toEqual(cancelled);
    expect(await itemOf("rehired")).toMatchObject({
      expiresAtSeconds: (startMs + 90 * dayMs) / 1000,
    });
  });

  test("has one entry of the trail for all pauses, with their number and the time of the last", async () => {
    const { operations, clock } = store();
    const blocked = () => ({
      ...pause(clock.nowMs + 1),
      reason: "platform-busy" as const,
      blockedBy: "platform" as const,
      blockedSinceMs: startMs,
    });
    await runTo(operations, "paused", blocked());
    const { history: first } = await known("paused");
    for (const execution of ["run-2", "run-3"]) {
      clock.nowMs += minuteMs;
      await operations.wake("paused");
      const { operation } = (await operations.start("paused", execution))!;
      await operations.finish(operation, blocked());
    }
    const { history } = await known("paused");
    const last = { ...first.at(-1), times: 3, lastAtMs: clock.nowMs };
    expect(history).toEqual([...first.slice(0, -1), last]);
  });
});

describe("what an operation shows because another one of the employee has run", () => {
  const show = async (id: string, outcome: WorkflowOutcome) =>
    store().operations.show(await known(id), outcome, "another");

  test("is written once, also if the first answer was lost, and not after the end", async () => {
    const { operations } = store();
    const asks: WorkflowOutcome = {
      status: "needs_attention",
      reason: "end-said-before",
      warnings: [],
    };
    await operations.accept(newOperation("asks"));
    expect(await show("asks", asks)).toBe(true);
    const shown = await known("asks");
    expect(shown).toMatchObject(asks);
    expect(await show("asks", asks)).toBe(false);
    expect(await known("asks")).toEqual(shown);
    await operations.accept(newOperation("ended"));
    const before = await known("ended");
    await runTo(operations, "ended", outcomeOf("succeeded"));
    const ended = await known("ended");
    expect(await operations.show(before, asks, "another")).toBe(false);
    expect(await known("ended")).toEqual(ended);
  });

  test("may differ in the due time alone: the new time is written, and nothing counts as changed", async () => {
    const waits = (dueAtMs: number): WorkflowOutcome => ({
      status: "waiting",
      dueAtMs,
      warnings: [],
    });
    await store().operations.accept(newOperation("waits"));
    expect(await show("waits", waits(startMs + 1))).toBe(true);
    expect(await show("waits", waits(startMs + 2))).toBe(false);
    expect(await known("waits")).toMatchObject({ dueAtMs: startMs + 2 });
  });
});

test("every change of status is a line of the trail, without the employee id, and is stored with the entry in the index `open`", async () => {
  const { operations, clock } = store();
  const id = "trail";
  const runOf = (run: number) => ({ id, execution: `run-${run}` });
  const start = (run: number) => operations.start(id, `run-${run}`);
  const end = (run: number, outcome: Parameters<typeof operations.finish>[1]) =>
    operations.finish(runOf(run), outcome);
  const again = async (trail: Parameters<typeof operations.runAgain>[2]) =>
    operations.runAgain(await known(id), operator, trail);
  const held = outcomeOf("needs_attention", "deletion-limit");
  // The change | the new line of the trail: who, status, reason | the entry of the index. Accepted and running
  // operations share an entry, so a usual operation writes it once and deletes it once.
  const steps = rows<[() => Promise<unknown>, string, string]>`
    ${() => operations.accept(newOperation(id))} | caller:hr accepted | active
    ${() => start(1)} | workflow running | active
    ${() => end(1, pause(startMs + minuteMs))} | workflow waiting grace | waiting
    ${() => operations.wake(id)} | scheduler accepted | active
    ${() => start(2)} | workflow running | active
    ${() => operations.recordStep(runOf(2), "create person", step)} | - | active
    ${() => end(2, held)} | workflow needs_attention deletion-limit | needs_attention
    ${() => again("released")} | caller:ops accepted released | active
    ${() => start(3)} | workflow running | active
    ${() => end(3, pause(startMs + dayMs))} | workflow waiting grace | waiting
    ${() => again("cancelled-by-caller")} | caller:ops accepted cancelled-by-caller | active
    ${() => start(4)} | workflow running | active
    ${async () => operations.markLost(await known(id))} | scheduler needs_attention execution-lost | needs_attention
    ${() => again("retried")} | caller:ops accepted retried | active
    ${() => start(5)} | workflow running | active
    ${() => end(5, outcomeOf("failed", "unexpected"))} | workflow failed unexpected | failed
    ${() => again("retried")} | caller:ops accepted retried | active
    ${() => start(6)} | workflow running | active
    ${() => end(6, outcomeOf("cancelled"))} | workflow cancelled | -
  `;
  let lines = 0;
  for (const [minutes, [change, line, open]] of steps.entries()) {
    clock.nowMs = startMs + minutes * minuteMs;
    await change();
    const { history } = await known(id);
    const added = history.slice(lines);
    lines = history.length;
    expect(added.map(({ atMs }) => atMs)).toEqual(
      line === "-" ? [] : [clock.nowMs],
    );
    const words = added.flatMap(({ by, status, reason = "" }) => [
      by,
      status,
      reason,
    ]);
    expect(words.join(" ").trim() || "-").toBe(line);
    expect((await itemOf(id))?.["open"] ?? "-").toBe(open);
    expect(JSON.stringify(history)).not.toContain("E-1");
  }
  expect(await known(id)).not.toHaveProperty("reason");
});

test("the operations of an employee are listed newest first, without those of others and other items", async () => {
  const { operations, persons, clock } = store();
  const employeeId = "E-many";
  for (const [index, id] of ["first", "second", "third"].entries()) {
    clock.nowMs = startMs + index;
    await acceptWith(store(), newOperation(id, { employeeId }), {
      data: { employeeId },
      avatar: { id, bytes: Uint8Array.of(1) },
    });
  }
  await operations.accept(newOperation("another's"));
  await persons.link("1001", employeeId);
  await putEmployee(store(), employeeId, { operationId: "first" });
  const listed = async (limit?: number, also?: string[]) =>
    (await operations.ofEmployee(employeeId, limit, also)).map(({ id }) => id);
  expect(await listed()).toEqual(["third", "second", "first"]);
  expect(await listed(2)).toEqual(["third", "second"]);
  expect(await listed(1, ["first"])).toEqual(["third", "first"]);
  expect(await operations.ofEmployee("E-none")).toEqual([]);
});

describe("what the scheduler does", () => {
  test("it finds what is due by status, the most overdue first, page by page", async () => {
    const { operations, clock } = store();
    const times = [60, 61, 62].map((days) => startMs + days * dayMs);
    for (const dueAtMs of times)
      await runTo(operations, `due-${dueAtMs}`, pause(dueAtMs));
    const pageOf = async (limit: number, from?: Record<string, unknown>) => {
      const page = await operations.due("waiting").page(limit, from);
      return { ...page, ids: page.entries.map(({ id }) => id) };
    };
    const ids = times.map((dueAtMs) => `due-${dueAtMs}`);
    clock.nowMs = startMs + 61 * dayMs - 1;
    expect((await pageOf(100)).ids.slice(-1)).toEqual(ids.slice(0, 1));
    clock.nowMs++;
    const all = await pageOf(100);
    expect(all.ids.slice(-2)).toEqual(ids.slice(0, 2));
    const first = await pageOf(1);
    expect(first.ids).toEqual(all.ids.slice(0, 1));
    expect((await pageOf(1, first.next)).ids).toEqual(all.ids.slice(1, 2));
  });

  type Use = (operation: Operation) => Promise<unknown>;
  // Title | status before | run afterwards | minutes until it is due again | what is done
  test.each(rows<[string, Operation["status"], number, number, Use]>`
    a wake-up | waiting | ${2} | ${2} | ${({ id }) => store().operations.wake(id)}
    another start | accepted | ${2} | ${2} | ${(one) => store().operations.restart(one)}
    a check | running | ${1} | ${10} | ${({ id }) =>
      store()
        .operations.due("running")
        .postpone(id, 10 * minuteMs)}
    a delay | running | ${1} | ${2} | ${({ id }) => store().operations.due("running").postpone(id)}
  `)(
    "%s has no effect before the time, and sets a later time when it has come",
    async (what, status, run, minutes, use) => {
      const { operations, clock } = store();
      const id = `time of ${what}`;
      if (status === "waiting")
        await runTo(operations, id, pause(startMs + dayMs));
      else await operations.accept(newOperation(id));
      if (status === "running") await operations.start(id, "run");
      const { dueAtMs = 0 } = await known(id);
      const before = await itemOf(id);
      clock.nowMs = dueAtMs - 1;
      await use(await known(id));
      expect(await itemOf(id)).toEqual(before);
      clock.nowMs = dueAtMs;
      await use(await known(id));
      expect(await known(id)).toMatchObject({
        dueAtMs: dueAtMs + minutes * minuteMs,
        run,
      });
    },
  );

  test("it waits twice as long after each lost execution, and an operation that it gives up never expires", async () => {
    const { operations, clock } = store();
    const id = "losses";
    await operations.accept(newOperation(id));
    for (const [losses, minutes] of [2, 4, 8].entries()) {
      await operations.start(id, `run-${losses}`);
      expect(await operations.acceptLost(await known(id))).toMatchObject({
        losses: losses + 1,
        dueAtMs: clock.nowMs + minutes * minuteMs,
      });
    }
    await operations.start(id, "run-4");
    await operations.markLost(await known(id));
    const item = await itemOf(id);
    for (const gone of ["expiresAtSeconds", "execution", "dueAtMs"])
      expect(item).not.toHaveProperty(gone);
  });

  test.each([
    ["needs_attention", true],
    ["cancelled", true],
    ["waiting", false],
  ])(
    "the due time of an operation that is %s is removed if it is the one that was read: %s",
    async (status, isNoted) => {
      const { operations, table } = store();
      const id = `closed-${status}`;
      const dueAtMs = startMs + dayMs;
      await runTo(operations, id, pause(dueAtMs));
      await table.update(`operation#${id}`, { set: { status }, where: {} });
      expect(await operations.noteClosed({ id, dueAtMs: 1 })).toBe(false);
      expect(await operations.noteClosed({ id, dueAtMs })).toBe(isNoted);
      expect((await known(id)).dueAtMs).toBe(isNoted ? undefined : dueAtMs);
    },
  );
});
