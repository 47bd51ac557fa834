import { createPlans } from "../../functions/lists/plans.ts";
import { packRows } from "../../functions/lists/pack-rows.ts";
import { localSecrets } from "../../infra/local/credentials.ts";
import { tables } from "../../infra/aws/deployment/tables.ts";
import { createTable } from "../../shared/dynamodb/table.ts";
import { dayMs } from "../../shared/durations.ts";
import { inTurns } from "../../shared/in-turns.ts";
import { createStore } from "../../shared/store/store.ts";
import { hashEmail } from "../../shared/person/known-person.ts";
import { planExecutionOf } from "../../shared/workflow/execution.ts";
import {
  listCallers,
  type Row,
  rowOf,
} from "../functions/lists/lists-for-test.ts";
import type { Benchmark } from "./benchmark.ts";
import { startEnvironment } from "./environment.ts";

const maxSeconds = 600;
const maxMb = 256;

/** Node sizes its heap by the machine, so the sizes that it chooses in a function of 256 MB are prescribed. */
const smallHeap = ["--max-old-space-size=112", "--max-semi-space-size=4"];

/** What the row of a person changes, by the person's place in each group of twenty. All other rows change nothing. */
type Changes = Record<number, (nth: number) => Partial<Row>>;
const changesOfFirst: Changes = {
  1: (nth) => ({ mail: `other.${nth}@example.com` }),
  2: (nth) => ({ login: `new.${nth}`, mail: `new.${nth}@example.com` }),
  3: () => ({ status: "gone" }),
  4: () => ({ status: "other" }),
};
const changesOfNight: Changes = {
  1: () => ({ job: "Lead" }),
  2: (nth) => ({ login: `new.${nth}` }),
  3: () => ({ status: "gone" }),
  4: () => ({ status: "away" }),
  5: () => ({ status: "other" }),
};
/** The list of a night lacks this one of each twenty people. */
const absent = 6;

export const benchmark: Benchmark = {
  name: "lists",
  title: "A whole list of people against all people of the platform",
  isOnlyNamed: true,
  async run({ progress, rounds }) {
    // `--quick` plans 3,000 rows.
    const people = 1_000 * rounds(100);
    const plans = await measurePlans(people, progress);
    const seconds = Math.max(...plans.map((plan) => plan.seconds));
    const peakMb = Math.max(...plans.map((plan) => plan["peak MB"]));
    return {
      rows: plans,
      verdicts: [
        {
          goal: `at most ${maxSeconds} s`,
          measured: `${seconds.toFixed(0)} s for ${people} rows`,
          isMet: seconds <= maxSeconds,
        },
        {
          goal: `memory below ${maxMb} MB`,
          measured: `${peakMb.toFixed(0)} MB, the whole process`,
          isMet: peakMb < maxMb,
        },
      ],
      notes: [
        "The bundle as it is deployed, in a process of its own. The platform and the tables, which are in memory, are in another one. There is no rate limit: with one of ten calls a second, reading 100,000 people takes 100 s.",
      ],
    };
  },
};

/** Plans a first list, whose people have no link, and a nightly list, whose people are all employees. */
async function measurePlans(people: number, progress: (text: string) => void) {
  const environment = await startEnvironment({
    platform: { crowd: people },
    callers: listCallers,
    variables: { PLATFORM_CALLS_PER_SECOND: "0" },
  });
  const { executions, platform } = environment;
  const table = createTable(environment.documents, tables.store.name);
  const { employees } = createStore(table, Date.now);
  const plans = createPlans(table, Date.now);
  const everybody = Array.from({ length: people }, (_, index) => index + 1);
  try {
    progress(`the first plan of ${people} people`);
    const first = await measure("first plan: nobody is known", (nth) => [
      rowOfPerson(nth, changesOfFirst),
    ]);
    progress(`${people} employees`);
    await link();
    progress(`the plan of a night of ${people} people`);
    const night = await measure("a night: everybody is an employee", (nth) =>
      nth % 20 === absent ? [] : [rowOfPerson(nth, changesOfNight)],
    );
    return [first, night];
  } finally {
    await environment.close();
  }

  function createPlan(asOfMs: number) {
    const whole = { source: "file", isWhole: true, createdBy: "ops" };
    return plans.create({ ...whole, asOfMs });
  }

  async function measure(
    name: string,
    rowsOf: (nth: number) => ReturnType<typeof rowOf>[],
  ) {
    const { id } = await createPlan(Date.now());
    const sent = everybody.flatMap(rowsOf);
    let chunks = 0;
    // Line 1 of a file is its header. No row has a column that cannot be read.
    for (const bytes of packRows(sent.map((row, nth) => [nth + 2, row, []])))
      await plans.putChunk(id, chunks++, bytes);
    const begun = { status: "planning" as const, chunks, rows: sent.length };
    await plans.change(id, ["uploading"], begun);
    environment.takeRequests();
    const lambda = await environment.start("lists-workflow", {
      options: smallHeap,
    });
    const begin = { planId: id, run: 0 };
    const beganMs = performance.now();
    const { arn } = executions.start({
      functionName: "lists-workflow",
      name: planExecutionOf(begin),
      payload: JSON.stringify(begin),
    });
    await executions.settled(arn);
    const seconds = (performance.now() - beganMs) / 1_000;
    const { invocations, peakMb } = await lambda.end();
    const { status } = (await plans.get(id)) ?? {};
    if (status !== "planned") throw new Error(`the plan is ${status}`);
    const cpuMs = invocations.reduce((sum, one) => sum + one.cpuMs, 0);
    return {
      plan: name,
      rows: sent.length,
      seconds,
      "CPU s": cpuMs / 1_000,
      "peak MB": peakMb,
      "calls of the platform": environment.takeRequests().calls,
    };
  }

  /** Makes all people employees, as if the list had linked them a day ago. */
  async function link(): Promise<void> {
    const { passwordMaster } = localSecrets.community;
    const atMs = Date.now() - dayMs;
    await inTurns(platform.people(), 32, async ({ id, svc: { username } }) => {
      const [, number] = /^crowd\.(\d+)$/.exec(username) ?? [];
      if (number === undefined) return;
      await employees.say(`E-${number}`, undefined, {
        statements: [
          {
            kind: "adopted",
            id: `op_${number}`,
            atMs,
            ownDay: Math.floor(atMs / dayMs),
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
    const last = await createPlan(atMs);
    await plans.takeSource(last);
    await plans.noteEndOfPlan({ ...last, phase: "all", rows: people });
  }
}

/** The row of a person as the platform shows them, with the changes. */
function rowOfPerson(nth: number, changes: Changes) {
  return rowOf({
    id: `E-${nth}`,
    given: "Crowd",
    family: String(nth),
    login: `crowd.${nth}`,
    mail: `crowd.${nth}@halden.example`,
    job: "",
    ...changes[nth % 20]?.(nth),
  });
}
