import { expect, test } from "vitest";
import { type InProcess, useInProcess } from "../../environments/in-process.ts";
import { endPartFailures } from "../../environments/in-process/part-failures.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";

const environment = useInProcess();

/** An event, and the write on the platform that must happen once. */
type Kind = {
  type: string;
  before: (environment: InProcess, employeeId: string) => Promise<unknown>;
  dataOf: (employeeId: string) => object;
  write: string;
};

const hire = ({ sendAndWait }: InProcess, employeeId: string) =>
  sendAndWait("employee.hired", hireOf(employeeId));

const all: readonly Kind[] = [
  {
    type: "employee.hired",
    before: async () => undefined,
    dataOf: (employeeId) => hireOf(employeeId),
    write: "POST /people",
  },
  {
    type: "employee.terminated",
    before: hire,
    dataOf: (employeeId) => ({ employeeId, graceDays: 0 }),
    write: "DELETE /people/{personID}",
  },
  {
    type: "status.set",
    before: hire,
    dataOf: (employeeId) => ({ employeeId, text: "Here" }),
    write: "PUT /people/{personID}",
  },
];
const kinds = effort(all.slice(0, 1), all);

/** The ways in which a stored event is started later. */
const helpers: Record<
  string,
  (again: () => Promise<Response>, environment: InProcess) => Promise<unknown>
> = {
  "a repetition of the sender": (again) => again(),
  "the scheduler": async (_again, { advanceTime, dispatchDue }) => {
    advanceTime(2 * minuteMs + 1);
    await dispatchDue();
  },
  "both at once": async (again, { advanceTime, dispatchDue }) => {
    advanceTime(2 * minuteMs + 1);
    await Promise.all([again(), dispatchDue(), again()]);
  },
};

let employees = 0;

for (const kind of kinds) {
  test.each(Object.entries(helpers))(
    `${kind.type}: an event that a receiver stored and could not start is done once, by %s`,
    async (_who, help) => {
      const event = await begin(kind);
      environment().partFailures.workflowStart = () => true;
      expect((await event.send()).status).toBe(503);
      endPartFailures(environment().partFailures);
      await help(event.send, environment());
      await event.expectOnce();
    },
  );

  test(`${kind.type}: a receiver whose table fails at any command neither loses nor doubles an event that the sender repeats`, async ({
    task,
  }) => {
    const undisturbed = await begin(kind);
    let commands = 0;
    environment().partFailures.receiverTable = () => {
      commands++;
      return false;
    };
    await undisturbed.send();
    endPartFailures(environment().partFailures);
    await undisturbed.expectOnce();
    for (let failing = 0; failing < commands; failing++) {
      const event = await begin(kind);
      let seen = 0;
      environment().partFailures.receiverTable = () => seen++ === failing;
      const { status } = await event.send();
      expect(status).toBe(503);
      endPartFailures(environment().partFailures);
      await event.send();
      await event.send();
      await event.expectOnce();
    }
    recordFigure(task, {
      area: "Deliveries",
      what: `${kind.type}: a receiver that dies at any command, before the start, or after the store`,
      figure: `${commands + Object.keys(helpers).length} deaths, 0 lost, 0 doubled`,
    });
  });
}

test("a round of the scheduler that fails at any command, or cannot start a workflow, loses nothing and starts nothing twice", async ({
  task,
}) => {
  const {
    sendAndWait,
    advanceTime,
    partFailures,
    dispatchDue,
    runUntilIdle,
    find,
    nowMs,
    platform,
  } = environment();
  let commands = 0;
  // In the first round no command fails, and no workflow can be started.
  for (let failing = -1; failing <= commands; failing++) {
    const employeeId = `due${failing}`;
    const startDate = new Date(nowMs() + 2 * dayMs).toISOString();
    const { id } = await sendAndWait("employee.hired", {
      ...hireOf(employeeId),
      startDate,
    });
    advanceTime(3 * dayMs);
    let seen = 0;
    partFailures.receiverTable = () => {
      commands = Math.max(commands, seen + 1);
      return seen++ === failing;
    };
    partFailures.workflowStart = () => failing === -1;
    await dispatchDue().catch(() => undefined);
    endPartFailures(partFailures);
    advanceTime(3 * minuteMs);
    await dispatchDue();
    await runUntilIdle();
    expect(await find(id)).toMatchObject({ status: "succeeded" });
    const found = platform
      .people()
      .filter(({ svc }) => svc.username === employeeId);
    expect(found).toHaveLength(1);
    if (effort(failing === 0, false)) break;
  }
  recordFigure(task, {
    area: "Deliveries",
    what: "a round of the scheduler that fails at any command",
    figure: `${commands + 1} failures, 0 lost, 0 doubled`,
  });
});

/** Prepares an employee for the event, and the expectations after it. */
async function begin({ type, before, dataOf, write }: Kind) {
  const { send, runUntilIdle, platform, store, nowMs } = environment();
  const employeeId = `B-${++employees}`;
  await before(environment(), employeeId);
  const from = platform.journal.length;
  const options = { atMs: nowMs(), delivery: employeeId };
  return {
    send: () => send(type, dataOf(employeeId), options),
    async expectOnce(): Promise<void> {
      await runUntilIdle();
      const operations = (await store.operations.ofEmployee(employeeId)).filter(
        (one) => one.type === type,
      );
      expect(operations).toMatchObject([{ status: "succeeded" }]);
      const writes = platform.journal
        .slice(from)
        .filter(({ applied }) => applied)
        .map(({ method, path }) => `${method} ${path}`);
      expect(writes.filter((one) => one === write)).toHaveLength(1);
    },
  };
}
