import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { dayMs } from "../../../shared/durations.ts";
import { afterTurns, until } from "./event-loop.ts";

const environment = useInProcess({ graceDays: 7 });
/**
 * How many turns of the event loop the second request comes after the first. From 20 on it waits for the end of the
 * first.
 */
const rounds = effort(
  [20, 22],
  Array.from({ length: 12 }, (_, round) => 2 * round),
);
/** The rounds of tests in which either may win. */
const someRounds = effort([2], rounds);

test("exactly one of a cancellation and the scheduler wins, and the end is that of the winner", async ({
  task,
}) => {
  const {
    sendAndWait,
    advanceTime,
    operate,
    dispatchDue,
    runUntilIdle,
    find,
    platform,
    store,
  } = environment();
  const wins = { cancel: 0, wake: 0 };
  for (const round of rounds) {
    const employeeId = `R-${round}`;
    await sendAndWait("employee.hired", hireOf(employeeId));
    const { id } = await sendAndWait("employee.terminated", { employeeId });
    advanceTime(8 * dayMs);
    const cancel = async (): Promise<unknown> =>
      operate("POST", `/${id}/cancel`);
    // In these two rounds the first request wins.
    const isRace = round < 20;
    const wake = async (): Promise<unknown> => dispatchDue();
    const [first, second] =
      round % 4 === 0 ? ([cancel, wake] as const) : ([wake, cancel] as const);
    const begun: Promise<unknown> = first();
    await Promise.all([
      begun,
      isRace ? afterTurns(round, second) : begun.then(second),
    ]);
    await runUntilIdle();

    const operation = await find(id);
    const isHere = platform.findPerson(employeeId.toLowerCase()) !== undefined;
    const employee = await store.employees.get(employeeId);
    if (operation.status === "cancelled") {
      wins.cancel++;
      expect(isHere).toBe(true);
      expect(employee?.state).toBe("active");
      const person = platform.findPerson(employeeId.toLowerCase());
      expect(person?.svc).toMatchObject({ enabled: true, visible: true });
    } else {
      wins.wake++;
      expect(operation.status).toBe("succeeded");
      expect(isHere).toBe(false);
      expect(employee?.state).toBe("left");
    }
    // The workflow ran once more after the grace period, started by the winner.
    expect(operation.run).toBe(2);
  }
  expect(wins.cancel).toBeGreaterThan(0);
  expect(wins.wake).toBeGreaterThan(0);
  recordFigure(task, {
    area: "Deliveries",
    what: "a cancel racing its wake-up",
    figure: `${rounds.length} rounds, one winner in each`,
  });
});

test("a status and a termination at the same moment leave the person disabled, in any order of writes", async ({
  task,
}) => {
  const { sendAndWait, send, runUntilIdle, platform, operation, personOf } =
    environment();
  for (const round of someRounds) {
    const employeeId = `S-${round}`;
    await sendAndWait("employee.hired", hireOf(employeeId));
    const leave = async () => send("employee.terminated", { employeeId });
    const setStatus = async () =>
      send("status.set", { employeeId, text: "Here" });
    const [first, second] =
      round % 4 === 0
        ? ([leave, setStatus] as const)
        : ([setStatus, leave] as const);
    const answers = await Promise.all([first(), afterTurns(3 * round, second)]);
    await runUntilIdle();
    const operations = await Promise.all(answers.map(operation));
    const { personID = "" } =
      operations.find(({ phase }) => phase === "grace")?.result ?? {};
    const person = await personOf(employeeId);
    expect(person).toMatchObject({
      id: personID,
      svc: { enabled: false, visible: false },
    });
    // The status is published once, or refused because the employee is leaving.
    const status = operations.find(({ type }) => type === "status.set");
    const published = platform.activitiesOf(personID);
    expect([status?.status, status?.reason, published.length]).toEqual(
      published.length === 1
        ? ["succeeded", undefined, 1]
        : ["cancelled", "not-active", 0],
    );
  }
  recordFigure(task, {
    area: "Deliveries",
    what: "a status racing a disable",
    figure: `${someRounds.length} rounds, disabled in the end in each`,
  });
});

test("a timed status that ends with a termination leaves the person disabled and no status twice", async () => {
  const {
    sendAndWait,
    send,
    advanceTime,
    dispatchDue,
    runUntilIdle,
    platform,
    personOf,
    nowMs,
  } = environment();
  for (const round of someRounds) {
    const employeeId = `T-${round}`;
    await sendAndWait("employee.hired", hireOf(employeeId));
    await sendAndWait("status.set", { employeeId, text: "In" });
    const expiresAt = new Date(nowMs() + 60_000).toISOString();
    await sendAndWait("status.set", { employeeId, text: "Out", expiresAt });
    advanceTime(61_000);
    const leave = async () => send("employee.terminated", { employeeId });
    await Promise.all(
      round % 4 === 0
        ? [leave(), afterTurns(3 * round, dispatchDue)]
        : [afterTurns(3 * round, leave), dispatchDue()],
    );
    await runUntilIdle();
    const person = await personOf(employeeId);
    expect(person?.svc).toMatchObject({ enabled: false, visible: false });
    const published = platform.activitiesOf(person?.id ?? "");
    expect(["In,Out", "In,Out,In"]).toContain(
      published.map(({ status }) => status).join(),
    );
  }
});

test("a rehire and the scheduler at the same moment leave one enabled person, whichever wins", async () => {
  const {
    sendAndWait,
    send,
    advanceTime,
    dispatchDue,
    runUntilIdle,
    platform,
    store,
    operation,
  } = environment();
  for (const round of someRounds) {
    const employeeId = `H-${round}`;
    await sendAndWait("employee.hired", hireOf(employeeId));
    await sendAndWait("employee.terminated", { employeeId });
    advanceTime(8 * dayMs);
    const hire = async () => send("employee.hired", hireOf(employeeId));
    const [answer] = await Promise.all(
      round % 4 === 0
        ? [hire(), afterTurns(round, dispatchDue)]
        : [afterTurns(round, hire), dispatchDue()],
    );
    await runUntilIdle();
    // A deletion that waits for the hire looks again after ten minutes at most.
    advanceTime(11 * 60_000);
    await dispatchDue();
    await runUntilIdle();
    expect((await operation(answer)).status).toBe("succeeded");
    const employee = await store.employees.get(employeeId);
    expect(employee?.state).toBe("active");
    expect(platform.findPerson(employeeId.toLowerCase())).toMatchObject({
      id: employee?.personID,
      svc: {
        enabled: true,
        visible: true,
      },
    });
  }
});

test("parallel rounds of the scheduler start a due operation once", async () => {
  const {
    sendAndWait,
    advanceTime,
    dispatchDue,
    runUntilIdle,
    find,
    deletions,
  } = environment();
  await sendAndWait("employee.hired", hireOf("R-due"));
  const { id } = await sendAndWait("employee.terminated", {
    employeeId: "R-due",
  });
  const deleted = deletions();
  advanceTime(8 * dayMs);
  await Promise.all([dispatchDue(), dispatchDue(), dispatchDue()]);
  await runUntilIdle();
  expect(await find(id)).toMatchObject({ status: "succeeded", run: 2 });
  expect(deletions()).toBe(deleted + 1);
});

test.each(["a retry", "another delivery"])(
  "a termination and %s of a failed hire at the same moment leave no person behind",
  async (what) => {
    const {
      sendAndWait,
      send,
      operate,
      runUntilIdle,
      platform,
      store,
      operation,
    } = environment();
    for (const round of someRounds) {
      const employeeId = `F-${what.length}-${round}`;
      platform.faults.add({
        kind: "status",
        status: 400,
        method: "POST",
        path: "/people",
        times: 1,
      });
      const failed = await sendAndWait("employee.hired", hireOf(employeeId));
      expect(failed.status).toBe("failed");
      const hireAgain = async () =>
        what === "a retry"
          ? operate("POST", `/${failed.id}/retry`)
          : send("employee.hired", hireOf(employeeId), {
              atMs: failed.eventAtMs,
            });
      const leave = async () =>
        send("employee.terminated", { employeeId, graceDays: 0 });
      const [leaving] = await Promise.all([
        afterTurns(round, leave),
        hireAgain(),
      ]);
      await runUntilIdle();
      expect((await operation(leaving)).status).toBe("succeeded");
      expect(platform.findPerson(employeeId.toLowerCase())).toBeUndefined();
      expect((await store.employees.get(employeeId))?.state).toBe("left");
    }
  },
);

test("a hire that is retried while the termination of its employee is said creates nobody", async () => {
  const {
    sendAndWait,
    operate,
    runUntilIdle,
    advanceTime,
    find,
    platform,
    store,
    partFailures,
  } = environment();
  platform.faults.add({
    kind: "status",
    status: 400,
    method: "POST",
    path: "/people",
    times: 1,
  });
  const { id } = await sendAndWait("employee.hired", hireOf("R-claim"));
  const claimedAtMs = async () => (await find(id)).steps["start"]?.atMs;
  const claimedFirstAtMs = await claimedAtMs();
  // The termination has read that the hire ended. It writes after the hire has begun again.
  let isFirst = true;
  partFailures.workflowTable = async (command, itemId, input) => {
    const isTermination =
      command === "UpdateItemCommand" &&
      itemId === "employee#R-claim" &&
      input.includes("terminated");
    if (!isTermination || !isFirst) return false;
    isFirst = false;
    advanceTime(1);
    await operate("POST", `/${id}/retry`);
    await until(async () => (await claimedAtMs()) !== claimedFirstAtMs);
    return false;
  };
  const left = await sendAndWait("employee.terminated", {
    employeeId: "R-claim",
    graceDays: 0,
  });
  await runUntilIdle();
  expect(left.status).toBe("succeeded");
  expect((await find(id)).run).toBe(2);
  expect(platform.findPerson("r-claim")).toBeUndefined();
  expect((await store.employees.get("R-claim"))?.state).toBe("left");
});
