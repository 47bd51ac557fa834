import { expect } from "vitest";
import { sampleAvatar } from "../../../infra/local/sample/hire.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { hireOf } from "../../fixtures/company.ts";
import type { Stage } from "./environment.ts";

/** Something that happens to an employee, by one event. */
export type Story = {
  name: string;
  /** What happened before, without faults. */
  before: (stage: Stage, employeeId: string) => Promise<unknown>;
  /** Sends the event. */
  send: (stage: Stage, employeeId: string) => Promise<Response>;
  /** What becomes of the operation while it waits. @default its time comes */
  isTakenBack?: boolean;
  /** It asks the platform for nothing that the others do not ask for as well. */
  isVariant?: boolean;
  /** Status and reason with which it ends. @default success */
  ends?: string;
  /** What must be true of the platform and of our tables in the end. */
  expectEnd: (
    stage: Stage,
    employeeId: string,
    operation: Operation,
  ) => Promise<void>;
};

const subjects = ["Meet your team", "Meet your team", "Read the handbook"];
const streams = ["Incidents", "Newcomers"];
const hourMs = 60 * 60 * 1000;
const day = "2026-12-18";

const hire = ({ send }: Stage, employeeId: string) =>
  send(
    "employee.hired",
    hireOf(employeeId, {
      avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
      tasks: subjects.map((subject) => ({ subject, dueDate: day })),
      streams,
      identities: { slack: employeeId },
    }),
  );

const hired = ({ tell }: Stage, employeeId: string) =>
  tell(
    "employee.hired",
    hireOf(employeeId, { identities: { slack: employeeId } }),
  );

const leave =
  (graceDays: number) =>
  ({ send }: Stage, employeeId: string) =>
    send("employee.terminated", { employeeId, graceDays });

const say = (
  { send, nowMs }: Stage,
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

/** They are there, once, and may sign in. */
async function expectHere(
  { platform, store }: Stage,
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

/** They are gone, and nothing personal is left. */
async function expectGone(
  { platform, store }: Stage,
  employeeId: string,
): Promise<void> {
  expect(platform.findPerson(employeeId.toLowerCase())).toBeUndefined();
  expect((await store.employees.get(employeeId))?.state).toBe("left");
  expect(await store.identities.find("slack", employeeId)).toBeUndefined();
}

async function expectHiredWithAll(
  stage: Stage,
  employeeId: string,
  { warnings }: Operation,
): Promise<void> {
  const { platform, store } = stage;
  const personID = await expectHere(stage, employeeId);
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

async function expectSaid(
  stage: Stage,
  employeeId: string,
  ...texts: string[]
): Promise<void> {
  const personID = await expectHere(stage, employeeId);
  const person = await stage.personOf(employeeId);
  expect(person?.status ?? "").toBe(texts.at(-1));
  const published = stage.platform.activitiesOf(personID);
  expect(published.map(({ status }) => status)).toEqual(texts);
}

const onboardingStories: readonly Story[] = [
  {
    name: "hire",
    before: async () => undefined,
    send: hire,
    expectEnd: expectHiredWithAll,
  },
  {
    name: "adopt",
    before: ({ plant }, employeeId) => plant(employeeId.toLowerCase()),
    send: ({ send }, employeeId) => {
      const username = employeeId.toLowerCase();
      const email = `${username}@example.com`;
      return send("employee.adopted", { employeeId, username, email });
    },
    expectEnd: async (stage, employeeId) => {
      await expectHere(stage, employeeId);
    },
  },
  {
    name: "come back from a grace",
    isVariant: true,
    before: async (stage, employeeId) => {
      await hired(stage, employeeId);
      await leave(7)(stage, employeeId);
      await stage.idle();
    },
    send: ({ send }, employeeId) => send("employee.hired", hireOf(employeeId)),
    expectEnd: async (stage, employeeId) => {
      await expectHere(stage, employeeId);
    },
  },
];

const offboardingStories: readonly Story[] = [
  {
    name: "leave at once",
    before: hired,
    send: leave(0),
    expectEnd: expectGone,
  },
  {
    name: "leave after a grace",
    before: hired,
    send: leave(7),
    expectEnd: expectGone,
  },
  {
    name: "leave, and stay after all",
    isVariant: true,
    before: hired,
    send: leave(7),
    isTakenBack: true,
    ends: "cancelled cancelled-by-caller",
    expectEnd: async (stage, employeeId) => {
      await expectHere(stage, employeeId);
    },
  },
];

const statusStories: readonly Story[] = [
  {
    name: "status",
    before: hired,
    send: (stage, employeeId) => say(stage, employeeId, "At lunch"),
    expectEnd: (stage, employeeId) => expectSaid(stage, employeeId, "At lunch"),
  },
  {
    name: "status for an hour",
    before: async (stage, employeeId) => {
      await hired(stage, employeeId);
      await say(stage, employeeId, "In");
      await stage.idle();
    },
    send: (stage, employeeId) => say(stage, employeeId, "Out", hourMs),
    expectEnd: (stage, employeeId) =>
      expectSaid(stage, employeeId, "In", "Out", "In"),
  },
];

export const stories: readonly Story[] = [
  ...onboardingStories,
  ...offboardingStories,
  ...statusStories,
];

/** One of each kind, as different from each other as they get. */
export const differingStories: readonly Story[] = [
  ...onboardingStories.slice(0, 1),
  ...offboardingStories.slice(1, 2),
  ...statusStories.slice(1),
];
