import { expect } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { hourMs } from "../../../shared/durations.ts";
import { lateWriteMs } from "../../../shared/store/leases.ts";
import type { Verb } from "../../../shared/store/verbs.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { hireOf } from "../../fixtures/hire.ts";
import type { FaultEnvironment } from "./environment.ts";

/** One event about an employee, with the events before it and the end after it. */
export type FaultScenario = {
  name: string;
  /** Prepares the employee, without faults. */
  before: (
    environment: FaultEnvironment,
    employeeId: string,
  ) => Promise<unknown>;
  /** Sends the event. */
  send: (
    environment: FaultEnvironment,
    employeeId: string,
  ) => Promise<Response>;
  /** Whether the operation is cancelled while it waits. @default its time comes */
  isCancelled?: boolean;
  /** What an operator decides when a limit has held the operation. */
  ruling?: Verb;
  /** The final status and reason. @default success */
  ends?: string;
  /** Expects the right end on the platform and in our tables. */
  expectEnd: (
    environment: FaultEnvironment,
    employeeId: string,
    operation: Operation,
  ) => Promise<unknown>;
};

const subjects = ["Meet your team", "Meet your team", "Read the handbook"];
const streams = ["Incidents", "Newcomers"];
const dueDate = "2026-12-18";

const hire = ({ send }: FaultEnvironment, employeeId: string) =>
  send(
    "employee.hired",
    hireOf(employeeId, {
      avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
      tasks: subjects.map((subject) => ({ subject, dueDate })),
      streams,
      identities: { slack: employeeId },
    }),
  );

/** Hires, and waits for the end. */
const hired = (environment: FaultEnvironment, employeeId: string) =>
  environment.hire(employeeId, { identities: { slack: employeeId } });

const terminate =
  (graceDays: number) =>
  ({ send }: FaultEnvironment, employeeId: string) =>
    send("employee.terminated", { employeeId, graceDays });

const setStatus = (
  { send, nowMs }: FaultEnvironment,
  employeeId: string,
  text: string,
  lastsMs?: number,
) =>
  send("status.set", {
    employeeId,
    text,
    ...(lastsMs !== undefined && {
      expiresAt: new Date(nowMs() + lastsMs).toISOString(),
    }),
  });

/** Expects one enabled person. Resolves to its id. */
async function expectActive(
  { platform, store }: FaultEnvironment,
  employeeId: string,
): Promise<string> {
  const username = employeeId.toLowerCase();
  const found = platform
    .people()
    .filter(({ emails }) =>
      emails.some(({ value }) => value === `${username}@example.com`),
    );
  const employee = await store.employees.get(employeeId);
  expect(found).toMatchObject([
    { id: employee?.personID, svc: { enabled: true, visible: true } },
  ]);
  expect(employee?.state).toBe("active");
  return employee?.personID ?? "";
}

/** Expects that the person is deleted and no personal data is left. */
async function expectGone(
  { platform, store }: FaultEnvironment,
  employeeId: string,
): Promise<void> {
  expect(platform.findPerson(employeeId.toLowerCase())).toBeUndefined();
  expect((await store.employees.get(employeeId))?.state).toBe("left");
  expect(await store.identities.find("slack", employeeId)).toBeUndefined();
}

/** Expects a person with all that the hire names. With a warning about a part, some of the part may be missing. */
async function expectHiredWithAll(
  environment: FaultEnvironment,
  employeeId: string,
  { warnings }: Operation,
): Promise<void> {
  const { platform, store } = environment;
  const personID = await expectActive(environment, employeeId);
  const isWarned = (what: string) =>
    warnings.some(({ about }) => about === what);
  const expectAll = (what: string, found: string[], wanted: string[]) => {
    if (isWarned(what)) expect(found.length).toBeLessThanOrEqual(wanted.length);
    else expect(found.sort()).toEqual(wanted);
  };
  const tasks = platform.tasksOf(personID).map(({ subject }) => subject);
  expectAll("tasks", tasks, subjects);
  const names = platform.streamsOf(personID).map(({ name }) => name);
  expectAll("streams", names, streams);
  const images = platform.imagesOf(personID).map(() => "image");
  expectAll("avatar", images, ["image"]);
  const linked = await store.identities.find("slack", employeeId);
  expect(linked).toBe(isWarned("identities") ? undefined : employeeId);
}

async function expectStatuses(
  environment: FaultEnvironment,
  employeeId: string,
  ...texts: string[]
): Promise<void> {
  const personID = await expectActive(environment, employeeId);
  const person = await environment.personOf(employeeId);
  expect(person?.status ?? "").toBe(texts.at(-1));
  const published = environment.platform.activitiesOf(personID);
  expect(published.map(({ status }) => status)).toEqual(texts);
}

const onboardingScenarios: readonly FaultScenario[] = [
  {
    name: "hire",
    before: async () => undefined,
    send: hire,
    expectEnd: expectHiredWithAll,
  },
  {
    name: "adoption",
    before: ({ addPerson }, employeeId) => addPerson(employeeId.toLowerCase()),
    send: ({ send }, employeeId) => {
      const username = employeeId.toLowerCase();
      const email = `${username}@example.com`;
      return send("employee.adopted", { employeeId, username, email });
    },
    expectEnd: expectActive,
  },
  {
    name: "rehire during the grace period",
    before: async (environment, employeeId) => {
      await hired(environment, employeeId);
      await terminate(7)(environment, employeeId);
      await environment.idle();
    },
    send: ({ send }, employeeId) => send("employee.hired", hireOf(employeeId)),
    expectEnd: expectActive,
  },
];

const offboardingScenarios: readonly FaultScenario[] = [
  {
    name: "termination without a grace period",
    before: hired,
    send: terminate(0),
    expectEnd: expectGone,
  },
  {
    name: "termination with a grace period",
    before: hired,
    send: terminate(7),
    expectEnd: expectGone,
  },
  {
    name: "cancelled termination",
    before: hired,
    send: terminate(7),
    isCancelled: true,
    ends: "cancelled cancelled-by-caller",
    expectEnd: expectActive,
  },
];

const statusScenarios: readonly FaultScenario[] = [
  {
    name: "status for an hour",
    before: async (environment, employeeId) => {
      await hired(environment, employeeId);
      await setStatus(environment, employeeId, "In");
      await environment.idle();
    },
    send: (environment, employeeId) =>
      setStatus(environment, employeeId, "Out", hourMs),
    expectEnd: (environment, employeeId) =>
      expectStatuses(environment, employeeId, "In", "Out", "In"),
  },
];

/** An employee gets another username and another identity. A termination must find the person after that. */
export const renaming: FaultScenario = {
  name: "rename, then a termination",
  before: hired,
  send: ({ send }, employeeId) =>
    send("employee.changed", {
      employeeId,
      username: renamedOf(employeeId),
      email: `${renamedOf(employeeId)}@example.com`,
      title: "Boss",
      identities: { slack: renamedOf(employeeId) },
    }),
  expectEnd: async (environment, employeeId, { result }) => {
    const { platform, store, runScheduler, advanceTime } = environment;
    const username = renamedOf(employeeId);
    expect(result?.changed?.toSorted()).toEqual([
      "/email",
      "/identities/slack",
      "/title",
      "/username",
    ]);
    expect(platform.findPerson(username)).toMatchObject({
      emails: [{ value: `${username}@example.com` }],
      svc: { profile: [{ value: "Boss" }] },
    });
    expect(await store.identities.find("slack", username)).toBe(employeeId);
    await terminate(0)(environment, employeeId);
    await environment.idle();
    // A killed process may have started nothing, and a move may wait until no late write can come: two rounds.
    for (let rounds = 0; rounds < 2; rounds++) {
      advanceTime(lateWriteMs);
      await runScheduler();
    }
    expect(platform.findPerson(username)).toBeUndefined();
    await expectGone(environment, employeeId);
  },
};

const renamedOf = (employeeId: string) => `renamed-${employeeId.toLowerCase()}`;

/** A limit holds a termination, and an operator rejects it. */
const rejectedTermination = {
  before: hired,
  send: terminate(0),
  ruling: "reject",
  ends: "cancelled rejected",
} as const;

export const rejectedDisabling: FaultScenario = {
  ...rejectedTermination,
  name: "termination that is rejected before the disabling",
  expectEnd: expectActive,
};

/** After the rejection, the operator enables the person. */
export const rejectedDeletion: FaultScenario = {
  ...rejectedTermination,
  name: "termination that is rejected before the deletion",
  expectEnd: async (environment, employeeId, { id }) => {
    const { personOf, store, act, find, advanceTime, runScheduler } =
      environment;
    expect((await personOf(employeeId))?.svc.enabled).toBe(false);
    expect((await store.employees.get(employeeId))?.state).toBe("kept");
    expect([200, 202]).toContain((await act("enable", id)).status);
    if ((await find(id)).status === "accepted") {
      advanceTime(lateWriteMs);
      await runScheduler();
    }
    expect((await find(id)).status).toBe("cancelled");
    await expectActive(environment, employeeId);
  },
};

export const scenarios: readonly FaultScenario[] = [
  ...onboardingScenarios,
  ...offboardingScenarios,
  ...statusScenarios,
];

/** A few scenarios that differ most from each other. */
export const differingScenarios: readonly FaultScenario[] = [
  ...onboardingScenarios.slice(0, 1),
  ...offboardingScenarios.slice(1, 2),
  ...statusScenarios,
];
