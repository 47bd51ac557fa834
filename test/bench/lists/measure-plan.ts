import type { Plan } from "../../../functions/lists/plan.ts";
import { createPlans } from "../../../functions/lists/plans.ts";
import { packRows } from "../../../functions/lists/pack-rows.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { inTurns } from "../../../shared/in-turns.ts";
import { hashEmail } from "../../../shared/person/known-person.ts";
import { planExecutionOf } from "../../../shared/workflow/execution.ts";
import { startBenchmarkEnvironment } from "../../environments/benchmark.ts";
import {
  listCallers,
  type Row,
  rowOf,
} from "../../functions/lists/lists-for-test.ts";

/** What a plan took, in a fresh sandbox, and which of its rows do not come to what a second decision says. */
export type MeasuredPlan = {
  rows: number;
  seconds: number;
  cpuSeconds: number;
  /** Of the whole process, with Node and the code. */
  peakBytes: number;
  /** Calls of the platform. */
  calls: number;
  wrong: string[];
};

/** Node takes what the machine has, so a heap as in a function of 256 MB is prescribed. */
const smallHeap = ["--max-old-space-size=112", "--max-semi-space-size=4"];

/** What a row says, and what it comes to, written down without any of our code. */
type Case = { says: Partial<Row> | "absent"; comesTo: string };

/** Of twenty people, and of nobody else: everybody else agrees. */
const casesOfFirst: Record<number, (nth: number) => Case> = {
  1: (nth) => ({
    says: { mail: `other.${nth}@example.com` },
    comesTo: "conflict: match-unclear",
  }),
  2: (nth) => ({
    says: { login: `new.${nth}`, mail: `new.${nth}@example.com` },
    comesTo: "create: first-plan",
  }),
  3: () => ({
    says: { status: "gone" },
    comesTo: "conflict: left-with-person",
  }),
  4: () => ({ says: { status: "other" }, comesTo: "ignored" }),
};
const casesOfNight: Record<number, (nth: number) => Case> = {
  1: () => ({ says: { job: "Lead" }, comesTo: "change" }),
  2: (nth) => ({ says: { login: `new.${nth}` }, comesTo: "rename" }),
  3: () => ({ says: { status: "gone" }, comesTo: "end" }),
  4: () => ({ says: { status: "away" }, comesTo: "suspend" }),
  5: () => ({ says: { status: "other" }, comesTo: "ignored" }),
  6: () => ({ says: "absent", comesTo: "missing: absent-once" }),
};

/** Plans a first list, in which nobody is known, and one of a night, in which everybody is an employee. */
export async function measurePlans(
  people: number,
  progress: (text: string) => void,
): Promise<{ first: MeasuredPlan; night: MeasuredPlan }> {
  const environment = await startBenchmarkEnvironment({
    platform: { crowd: people },
    tables: "memory",
    callers: listCallers,
    environment: { PLATFORM_CALLS_PER_SECOND: "0" },
  });
  const { store, platform, documents } = environment;
  const plans = createPlans(
    createTable(documents, tables.store.name),
    Date.now,
  );
  try {
    progress(`the first plan of ${people} people`);
    const first = await measure(casesOfFirst, "adopt");
    progress(`${people} employees`);
    await link();
    progress(`the plan of a night of ${people} people`);
    const night = await measure(casesOfNight, "same");
    return { first, night };
  } finally {
    await environment.close();
  }

  async function create(asOfMs: number): Promise<Plan> {
    return plans.create({
      source: "file",
      asOfMs,
      isWhole: true,
      createdBy: "ops",
    });
  }

  async function measure(
    cases: typeof casesOfFirst,
    usual: string,
  ): Promise<MeasuredPlan> {
    const plan = await create(Date.now());
    const all = Array.from({ length: people }, (_, index) => {
      const nth = index + 1;
      const { says, comesTo } = cases[nth % 20]?.(nth) ?? {
        says: {},
        comesTo: usual,
      };
      return { nth, says, comesTo };
    });
    const sent = all.flatMap(({ nth, says }) =>
      says === "absent" ? [] : [{ ...usualRow(nth), ...says }],
    );
    let chunks = 0;
    for (const bytes of packRows(sent.map((row, nth) => [nth + 2, row, []])))
      await plans.putChunk(plan.id, chunks++, bytes);
    await plans.change(plan.id, ["uploading"], {
      status: "planning",
      chunks,
      rows: sent.length,
    });
    await platform.takeJournal();
    const sandbox = await environment.startFunction(
      "lists-workflow",
      smallHeap,
    );
    environment.use(sandbox);
    const begin = { planId: plan.id, run: 0 };
    const beganMs = performance.now();
    const { arn } = environment.executions.start({
      functionName: "lists-workflow",
      name: planExecutionOf(begin),
      payload: JSON.stringify(begin),
    });
    await environment.executions.settled(arn);
    const seconds = (performance.now() - beganMs) / 1_000;
    const { cpuMs, peakBytes } = await sandbox.measure();
    await sandbox.close();
    const calls = (await platform.takeJournal()).length;
    const made = await plans.get(plan.id);
    if (made?.status !== "planned")
      throw new Error(`the plan is ${made?.status}`);
    const found = new Map<string, string>();
    for (let chunk = 0; chunk < made.rowChunks; chunk++)
      for (const row of (await plans.rowsOf(plan.id, chunk)).planned)
        found.set(
          row.employeeId ?? "",
          row.reason === undefined ? row.kind : `${row.kind}: ${row.reason}`,
        );
    const wrong = all
      .filter(({ nth, comesTo }) => found.get(`E-${nth}`) !== comesTo)
      .map(
        ({ nth, comesTo }) =>
          `E-${nth}: ${found.get(`E-${nth}`)}, not ${comesTo}`,
      );
    return {
      rows: sent.length,
      seconds,
      cpuSeconds: cpuMs / 1_000,
      peakBytes,
      calls,
      wrong,
    };
  }

  /** Everybody is an employee, whom the list has linked a day ago. */
  async function link(): Promise<void> {
    const { passwordMaster } = localSecrets.community;
    const atMs = Date.now() - 86_400_000;
    const everybody = await platform.people();
    await inTurns(everybody, 32, async ({ id, username }) => {
      const [, number] = /^crowd\.(\d+)$/.exec(username) ?? [];
      if (number === undefined) return;
      await store.employees.say(`E-${number}`, undefined, {
        statements: [
          {
            kind: "adopted",
            id: `op_${number}`,
            atMs,
            ownDay: Math.floor(atMs / 86_400_000),
            caller: "file",
            mayOffboard: true,
          },
        ],
        unfinished: [],
        person: { is: "enabled", fields: [] },
        limits: {},
        state: "active",
        hiredBy: "file",
        hiredAtMs: atMs,
        personID: id,
        username,
        emailHash: hashEmail(passwordMaster, `${username}@halden.example`),
      });
    });
    await plans.noteEndOfPlan({
      ...(await create(atMs)),
      phase: "all",
      rows: people,
    });
  }
}

/** What the list says of a person who is as the platform shows them. */
function usualRow(nth: number): Row {
  return rowOf({
    id: `E-${nth}`,
    given: "Crowd",
    family: String(nth),
    login: `crowd.${nth}`,
    mail: `crowd.${nth}@halden.example`,
    job: "",
  });
}
