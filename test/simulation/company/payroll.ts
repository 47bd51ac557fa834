import type {
  PlanStatus,
  ShownPlan,
  ShownRow,
} from "../../../functions/lists/contract.ts";
import { packRows } from "../../../functions/lists/pack-rows.ts";
import { InvariantBroken } from "../checks/broken.ts";
import { noteFault, type Run } from "../system/run.ts";
import type { SourceRecord } from "../system/source.ts";
import { simulatedCallers, type System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import { type Employee, isKnown } from "./employee.ts";

type Options = {
  run: Run;
  system: System;
  /** Whether a schedule reads the list. If not, an operator uploads it. */
  isPulled: boolean;
  employees: readonly Employee[];
  /** The system has read what HR said of an employee. */
  onArrival: (one: Employee) => void;
};

/** What payroll exports, as of a time. */
type List = { asOfMs: number; isWhole: boolean; records: SourceRecord[] };

/** A pull that has not begun after this time never will: its execution was lost, or the pull before it is not done. */
const longestBeginMs = 2 * hourMs;
/** A plan must have ended after this time, unless it waits for an operator. */
const longestPlanMs = 3 * dayMs;

/**
 * Payroll sends no events. Each evening it exports a list of all people who were ever on it, and now and then a wrong
 * list, too. Each list leads to a plan of what it would change. An operator uploads the list, another operator reads and
 * approves its plan, and the first one applies it. Or a schedule reads the same list from the API of payroll.
 */
export function createPayroll(options: Options) {
  const { run, system, isPulled, employees, onArrival } = options;
  const { faults, trace } = run;
  const chance = run.chance.fork("payroll");
  /** How often each kind of row, each end of a plan and each wrong list came. */
  const seen = new Map<string, number>();
  /** The right list of the last evening. */
  let lastList: List | undefined;
  /** How many wrong lists lacked one employee. */
  let leftOuts = 0;
  let isBusy = false;

  const count = (what: string) =>
    void seen.set(what, (seen.get(what) ?? 0) + 1);

  /** Asks until there is an answer. A repeated request may be refused, because the first one was not. */
  async function ask(
    name: "anna" | "ben",
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: unknown }> {
    const [token] = simulatedCallers[name].keys;
    const sent =
      body instanceof Uint8Array ? Uint8Array.from(body) : JSON.stringify(body);
    for (;;) {
      await clock.sleepMs(5 + chance.delayMs(20));
      const answer = chance.happens(faults.lostBefore)
        ? undefined
        : await system.apps().lists.request(`/plans${path}`, {
            method,
            headers: { authorization: `Bearer ${token}` },
            ...(body && { body: sent }),
          });
      const isLost = chance.happens(faults.lostAfter);
      if (isLost) noteFault(run, "list lost-after");
      if (answer && !isLost && answer.status < 500) {
        const text = await answer.text();
        const { status } = answer;
        return { status, body: text === "" ? undefined : JSON.parse(text) };
      }
      await clock.sleepMs(minuteMs);
    }
  }

  const show = async (id: string) =>
    (await ask("anna", "GET", `/${id}`)).body as ShownPlan;

  async function upload({ asOfMs, isWhole, records }: List): Promise<string> {
    const asOf = new Date(asOfMs).toISOString();
    const created = await ask("anna", "POST", "", {
      source: "payroll",
      asOf,
      isWhole,
    });
    const { id } = created.body as ShownPlan;
    let chunks = 0;
    // Line 1 of a file is its header.
    for (const bytes of packRows(
      records.map((record, nth) => [nth + 2, { ...record }, []]),
    ))
      await ask("anna", "PUT", `/${id}/chunks/${chunks++}`, bytes);
    await ask("anna", "POST", `/${id}/begin`, { chunks, rows: records.length });
    return id;
  }

  /** Resolves to the plan of a pull, if it begins. */
  async function pull(): Promise<string | undefined> {
    const begunMs = clock.nowMs();
    const scheduledTime = new Date(begunMs).toISOString();
    const begin = () =>
      system
        .beginPull({ pull: "payroll", scheduledTime })
        .catch(() => trace.tell("payroll: no pull begins"));
    await begin();
    if (chance.happens(faults.repeated)) await begin();
    while (clock.nowMs() < begunMs + longestBeginMs) {
      await clock.sleepMs(chance.between(minuteMs, 10 * minuteMs));
      const { body } = await ask("anna", "GET", "");
      const { plans } = body as { plans: ShownPlan[] };
      // The clocks of our functions are wrong by less than a minute.
      const begun = plans.find(
        ({ createdAt }) => Date.parse(createdAt) > begunMs - minuteMs,
      );
      if (begun) return begun.id;
    }
    return undefined;
  }

  /** Does what the documents tell operators to do, until the plan has ended. */
  async function bringToEnd(id: string): Promise<ShownPlan> {
    const begunMs = clock.nowMs();
    for (;;) {
      const plan = await show(id);
      const { status, digest, applies, approvedUntil = "" } = plan;
      if (ended.includes(status)) return plan;
      if (clock.nowMs() > begunMs + longestPlanMs && !waiting.includes(status))
        throw new InvariantBroken("a plan comes to its end", `${id} ${status}`);
      await clock.sleepMs(chance.between(minuteMs, 10 * minuteMs));
      if (status === "planned") {
        // Operators read some plans hours later.
        if (chance.happens(0.1))
          await clock.sleepMs(chance.delayMs(8 * hourMs));
        const ends = await rowsOf(id, "end");
        const rows = [...ends, ...(await rowsOf(id, "rename"))];
        // No daily limit holds the operation of an approved row.
        const ids = new Set(rows.map(({ employeeId }) => employeeId));
        for (const one of employees) one.isReleased ||= ids.has(one.id);
        const request = { digest, applies };
        const approval = await ask("ben", "POST", `/${id}/approve`, request);
        // The approval is refused if another plan of the source was applied since, or if a first request, whose answer
        // was lost, has approved the plan.
        if (approval.status >= 400 && (await show(id)).status === "planned")
          await ask("anna", "POST", `/${id}/stop`);
      }
      if (status !== "approved") continue;
      const isLate = Date.parse(approvedUntil) <= clock.nowMs();
      await ask("anna", "POST", `/${id}/${isLate ? "stop" : "apply"}`);
    }
  }

  async function rowsOf(id: string, kind = ""): Promise<ShownRow[]> {
    const query = kind === "" ? "" : `?kind=${kind}`;
    const answer = await ask("anna", "GET", `/${id}/rows${query}`);
    return (answer.body as { rows: ShownRow[] }).rows;
  }

  /** Notes as arrived all that HR said before the export, unless its row waits for a decision or for the next list. */
  function noteArrivals({ asOfMs }: List, rows: readonly ShownRow[]): void {
    const byId = new Map(rows.map((row) => [row.employeeId, row]));
    for (const one of employees.filter(({ isListed }) => isListed)) {
      const row = byId.get(one.id);
      onArrival(one);
      if (!row) continue;
      const { kind, reason, skipped, ledTo } = row;
      count(`row ${[kind, skipped ?? reason].filter(Boolean).join(" ")}`);
      if (kind === "conflict" || (skipped ?? reason) !== undefined) continue;
      const operation = ledTo?.at(-1);
      for (const event of one.said) {
        const isHeard = event.arrivedAtMs !== undefined || event.atMs > asOfMs;
        if (isHeard || event.type !== "record.changed") continue;
        event.arrivedAtMs = clock.nowMs();
        if (operation !== undefined) event.operation = operation;
        one.inFlight -= 1;
      }
    }
  }

  /** Sends a list, and brings its plan to the end. @param shown - what a pull reads, page by page */
  async function send(
    list: List,
    shown = () => list.records,
  ): Promise<ShownPlan | undefined> {
    system.source.setList(shown);
    const id = isPulled ? await pull() : await upload(list);
    if (id === undefined) {
      count("pull left out");
      return undefined;
    }
    trace.tell(`payroll: ${id} has ${list.records.length} rows`);
    const plan = await bringToEnd(id);
    const { status, counts, reason = "" } = plan;
    count(`plan ${status} ${reason}`.trim());
    trace.tell(`payroll: ${id} is ${status} ${JSON.stringify(counts)}`);
    if (status === "applied") noteArrivals(list, await rowsOf(id));
    return plan;
  }

  /** A list with a mistake. It must end the employment of no employee. */
  function withMistake(list: List): List {
    const { records, asOfMs } = list;
    const half = records.slice(0, Math.floor(records.length / 2));
    switch (chance.oneOf(mistakes)) {
      case "half is missing":
        return { ...list, records: half };
      case "one is missing": {
        // Another employee each time: an employee who is missing in two whole lists in a row has left.
        const leftOut = leftOuts++ % records.length;
        return { ...list, records: records.toSpliced(leftOut, 1) };
      }
      case "columns are exchanged":
        return {
          ...list,
          records: records.map((one) => ({
            ...one,
            username: one.mail,
            mail: one.username,
          })),
        };
      case "half is there twice":
        return { ...list, records: [...records, ...half] };
      case "an old list":
        // A pull takes for new what it reads, so for a pull the list is empty.
        return lastList && !isPulled
          ? { ...lastList, isWhole: chance.happens(0.3) }
          : { asOfMs, isWhole: true, records: [] };
    }
  }

  /** The list with all records as they are now. */
  function exportAll(): List {
    const records = employees.flatMap((one) =>
      one.isListed && one.record && isKnown(one) ? [{ ...one.record }] : [],
    );
    return { asOfMs: clock.nowMs(), isWhole: true, records };
  }

  async function evening(): Promise<void> {
    const list = exportAll();
    if (list.records.length === 0) return;
    const wrongAt = chance.happens(0.2)
      ? chance.oneOf(["before", "after"])
      : "never";
    const sendWrong = async () => {
      noteFault(run, "list wrong");
      const plan = await send(withMistake(list));
      count(`mistake ${plan?.status}`);
    };
    const sendAll = () => send(exportAll(), () => exportAll().records);
    if (wrongAt === "before") await sendWrong();
    // The first plan of a source only links people.
    const plan = await sendAll();
    if (plan?.phase === "match") await sendAll();
    if (wrongAt === "after") await sendWrong();
    lastList = list;
  }

  return {
    seen,

    /** Sends the lists of an evening, unless those of an earlier evening are not done. */
    beginDay(): void {
      clock.after(chance.between(19 * hourMs, 21 * hourMs), () => {
        if (isBusy) return;
        isBusy = true;
        clock.guard(async () => {
          await evening();
          isBusy = false;
        });
      });
    },
  };
}

/** The mistakes of a list. An old list comes twice as often as each other one. */
const mistakes = [
  "half is missing",
  "columns are exchanged",
  "half is there twice",
  "one is missing",
  "an old list",
  "an old list",
] as const;

const ended: readonly PlanStatus[] = [
  "refused",
  "applied",
  "stopped",
  "failed",
];
/** The statuses in which a plan waits for an operator. */
const waiting: readonly PlanStatus[] = ["planned", "approved"];
