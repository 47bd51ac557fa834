import { expect, test } from "vitest";
import type { ShownPlan } from "../../../functions/lists/contract.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { hourMs, minuteMs } from "../../../shared/durations.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createPlanRuns } from "../../../shared/store/plan-runs.ts";
import { rowOf, useLists } from "./lists-for-test.ts";

const lists = useLists({ sendsNotices: true, callsPerSecond: 1_000 });

let prepared = 0;
/** Takes two sources in turn. The first plan of a source only links people, so one without an employee is applied. */
async function prepareSource(): Promise<{ source: string }> {
  const { plan, apply, advanceTime, idle } = lists();
  const source = { source: ["file", "payroll"][prepared++ % 2] ?? "file" };
  const row = rowOf({ id: `L-${prepared}`, status: "other" });
  await apply(await plan([row], source));
  advanceTime(hourMs);
  await idle();
  return source;
}

const rowsOfMany = (name: string, count = 30) =>
  Array.from({ length: count }, (_, nth) => rowOf({ id: `${name}-${nth}` }));

/** Each invocation of the workflow of lists dies before its checkpoint. */
function killAll(): void {
  const { partFailures } = lists();
  partFailures.kill = (name) => (name === "lists" ? "before" : undefined);
}

/** Applies a list of newcomers. `disturb` is called between the approval and the apply. */
async function applyAfter(
  name: string,
  count: number,
  disturb: (made: ShownPlan) => void,
): Promise<ShownPlan> {
  const { plan, approve, request, engine } = lists();
  const made = await plan(rowsOfMany(name, count), await prepareSource());
  await approve(made);
  disturb(made);
  await request("POST", `/${made.id}/apply`);
  await engine.idle();
  return made;
}

/** At least so many minutes pass. The scheduler runs every 11, because an execution counts as lost after ten. */
async function passMinutes(minutes: number): Promise<void> {
  const { advanceTime, dispatchDue, engine } = lists();
  for (let passed = 0; passed < minutes; passed += 11) {
    advanceTime(11 * minuteMs);
    await dispatchDue();
    await engine.idle();
  }
}

const told = (id: string) =>
  lists()
    .notices.delivered.filter(({ data }) => data.plan === id)
    .map(({ type, data }) => [type, data.reason]);

test("another execution plans a list whose execution was lost, and the lost one changes nothing later", async () => {
  const { plan, show, partFailures, kindsOf, lines, engine } = lists();
  const source = await prepareSource();
  killAll();
  const made = await plan(rowsOfMany("PL", 3), source);
  expect(made.status).toBe("planning");
  partFailures.kill = undefined;
  await passMinutes(10);
  const planned = await show(made.id);
  expect(planned).toMatchObject({ status: "planned", counts: { create: 3 } });
  expect(Object.keys(await kindsOf(planned))).toHaveLength(3);
  expect(JSON.stringify(lines)).toContain("plan taken over");
  // The engine runs a name only once, so the lost execution is repeated under another name.
  const payload = JSON.stringify({ planId: made.id, run: 0 });
  engine.start({ functionName: "lists", name: "late", payload });
  await engine.idle();
  expect(await show(made.id)).toEqual(planned);
  expect(told(made.id)).toEqual([]);
});

test("another execution goes on with the plan of a schedule whose first execution never began", async () => {
  const { engine, partFailures, request, show } = lists();
  const known = engine.list().length;
  // The execution of the schedule is the first new one. It creates the plan, and the execution of the plan follows it.
  const isOfPlan = () => engine.list().length > known + 1;
  // That one dies before its first checkpoint, and what it writes before fails, too.
  partFailures.kill = (name) =>
    name === "lists" && isOfPlan() ? "before" : undefined;
  partFailures.workflowTable = (_, id) => isOfPlan() && id.startsWith("plan#");
  const scheduledTime = "2026-11-26T09:00:00Z";
  const payload = JSON.stringify({ schedule: "nightly", scheduledTime });
  engine.start({ functionName: "lists", payload });
  await engine.idle();
  const listed = await request("GET", "");
  const { plans } = (await listed.json()) as { plans: ShownPlan[] };
  const made = plans.find(({ createdBy }) => createdBy === "schedule");
  expect(made).toMatchObject({ origin: "drift", status: "planning" });
  partFailures.kill = undefined;
  partFailures.workflowTable = undefined;
  await passMinutes(10);
  expect((await show(made!.id)).status).not.toBe("planning");
});

test("a list that no execution can plan fails in the end, loses its values, and a notice tells it", async () => {
  const { plan, show, partFailures, storedItems } = lists();
  const source = await prepareSource();
  killAll();
  const made = await plan(rowsOfMany("PF", 3), source);
  await passMinutes(100);
  partFailures.kill = undefined;
  await passMinutes(20);
  expect(await show(made.id)).toMatchObject({
    status: "failed",
    reason: "execution-lost",
  });
  expect(await storedItems(`plan#${made.id}#chunk`)).toEqual([]);
  expect(told(made.id)).toEqual([["plan.needs_attention", "execution-lost"]]);
});

test("an execution that fails while another one takes its plan over neither ends the plan nor deletes its values", async () => {
  const { plan, show, partFailures, documents, nowMs, lines } = lists();
  const source = await prepareSource();
  const runs = createPlanRuns(createTable(documents, tables.store.name), nowMs);
  // No rows are written, so the plan is to end as failed. Just before that write, another execution takes it over.
  partFailures.workflowTable = async (_, key, input) => {
    const [kind, id = "", part] = key.split("#");
    const isEnd = kind === "plan" && input.includes('"failed"');
    const now = isEnd ? await runs.get(id) : undefined;
    if (now) await runs.takeOver(now);
    return part === "rows";
  };
  const made = await plan(rowsOfMany("PT", 3), source);
  partFailures.workflowTable = undefined;
  expect(made.status).toBe("planning");
  const ended = lines.filter(({ message }) => message === "plan ended");
  expect(JSON.stringify(ended)).not.toContain(made.id);
  await passMinutes(10);
  expect(await show(made.id)).toMatchObject({ status: "planned" });
});

test("another execution applies the other rows when the execution of an apply was lost", async () => {
  const { show, partFailures, runUntilIdle, platform, rowsOf } = lists();
  let checkpoints = 0;
  const made = await applyAfter("AL", 40, () => {
    partFailures.kill = (name) =>
      name === "lists" && ++checkpoints > 2 ? "before" : undefined;
  });
  expect(await show(made.id)).toMatchObject({ status: "applying" });
  partFailures.kill = undefined;
  await passMinutes(10);
  await runUntilIdle();
  expect(await show(made.id)).toMatchObject({
    status: "applied",
    accepted: 40,
    skipped: 0,
  });
  expect((await rowsOf(made)).every(({ ledTo }) => ledTo?.length === 1)).toBe(
    true,
  );
  const names = platform.people().map(({ svc }) => svc.username);
  for (const { login } of rowsOfMany("AL", 40))
    expect(names.filter((name) => name === login)).toHaveLength(1);
});

test("an apply that cannot read the store says so in one notice, and goes on when it can", async () => {
  const { show, partFailures } = lists();
  const made = await applyAfter("AS", 3, ({ id: planId }) => {
    partFailures.workflowTable = (_, id) =>
      id.startsWith(`plan#${planId}#rows`);
  });
  await passMinutes(40);
  const waiting = await show(made.id);
  expect(waiting).toMatchObject({ status: "applying", accepted: 0 });
  expect(told(made.id)).toEqual([["plan.needs_attention", waiting.reason]]);
  partFailures.workflowTable = undefined;
  await passMinutes(10);
  const { reason, ...applied } = await show(made.id);
  expect(applied).toMatchObject({ status: "applied", accepted: 3 });
  expect(reason).toBeUndefined();
});

test("an apply ends when its approval expires, and the rows that were not applied say why", async () => {
  const { show, partFailures, rowsOf, advanceTime } = lists();
  let isPast = false;
  const made = await applyAfter("AE", 30, () => {
    partFailures.workflowTable = (command, id) => {
      // By then, the first step is done, which has 25 rows.
      if (!isPast && command.startsWith("Update") && id.includes("#rows#")) {
        isPast = true;
        advanceTime(25 * hourMs);
      }
      return false;
    };
  });
  partFailures.workflowTable = undefined;
  await passMinutes(10);
  expect(await show(made.id)).toMatchObject({
    status: "stopped",
    reason: "expired",
    accepted: 25,
  });
  const rows = await rowsOf(made);
  expect(rows.filter(({ ledTo }) => ledTo !== undefined)).toHaveLength(25);
  expect(rows.filter(({ skipped }) => skipped === "expired")).toHaveLength(5);
  expect(told(made.id)).toEqual([["plan.needs_attention", "expired"]]);
});

test("an apply whose executions are all lost ends when its approval expires, too", async () => {
  const { show, partFailures, advanceTime } = lists();
  const made = await applyAfter("AN", 3, killAll);
  advanceTime(25 * hourMs);
  await passMinutes(10);
  partFailures.kill = undefined;
  expect(await show(made.id)).toMatchObject({
    status: "stopped",
    reason: "expired",
  });
});
