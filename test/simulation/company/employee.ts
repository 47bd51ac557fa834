import { dayMs } from "../../../shared/durations.ts";
import type { Chance } from "../../fixtures/chance.ts";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import type { SourceRecord } from "../system/source.ts";
import { clock } from "../time/virtual-clock.ts";

/** Each personal value contains this text, so that it is found where it must not be. No id of ours contains it. */
export const personalMark = "quxl.";

export type SaidEvent = {
  type: string;
  atMs: number;
  data: Record<string, unknown>;
  /** Makes one delivery differ from another. */
  delivery: string;
  /** The operation of the event, as the answer 202 names it. */
  operation?: string;
  /** When the answer 202 came. Undefined: not yet. */
  arrivedAtMs?: number;
};

/** What the directory of an employee wants, and the id of the user at each identity provider. It shows no times. */
export type DirectoryUser = {
  wants: "on" | "off" | "gone";
  providers: readonly ("entra" | "okta")[];
  ids: { entra?: string; okta?: string };
};

/** What HR knows of an employee. */
export type Employee = {
  number: number;
  id: string;
  username: string;
  /** All usernames so far. */
  usernames: string[];
  title: string;
  department: string;
  /** Whether the hire has an image and tasks. */
  hasExtras: boolean;
  startDay: number;
  /** The last day, if HR has said a termination. */
  lastDay?: number | undefined;
  suspended?: { untilDay: number | undefined } | undefined;
  /** When HR decided to hire the employee. */
  hiredAtMs: number;
  /** The type of the last event of HR about the access, also if this event was left out. */
  decided?: string;
  /** The earliest start that HR has said. The person has no access before it. */
  firstStartMs: number;
  /** The record in the second HR system or in payroll, if one of them has the employee. */
  record?: SourceRecord;
  /** The employee is on the lists of payroll, which sends no events. */
  isListed: boolean;
  /** The user in the directory, if identity providers have the employee. */
  user?: DirectoryUser;
  /** Everything that HR has said, in its order. */
  said: SaidEvent[];
  /** How many of these events have not arrived yet. */
  inFlight: number;
  /** An operator decided about an operation, or an administrator renamed the person. The checks leave them out then. */
  isUnchecked: boolean;
  /** The first hire named the username of another employee. */
  isClashing: boolean;
  /** An administrator renamed the person on the platform. */
  isRenamedByHand: boolean;
  /** An operator released the employee from a limit. From then on, no limit holds the employee. */
  isReleased: boolean;
};

/** What each new person with extras has to do. */
export const tasks = ["Complete your profile", "Meet your team"];

const titles = ["Engineer", "Analyst", "Manager", "Designer", "Advisor"];

export function newEmployee(number: number, startDay: number): Employee {
  const username = `${personalMark}${number}`;
  return {
    number,
    id: `E-${number}`,
    username,
    usernames: [username],
    title: titles[number % titles.length]!,
    department: "Sales",
    hasExtras: number % 4 === 0,
    startDay,
    isListed: false,
    hiredAtMs: clock.nowMs(),
    firstStartMs: Infinity,
    said: [],
    inFlight: 0,
    isUnchecked: false,
    isReleased: false,
    isClashing: false,
    isRenamedByHand: false,
  };
}

export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs);

export const dateOf = (day: number): string =>
  new Date(day * dayMs).toISOString().slice(0, 10);

/** The data of a hire, with all that HR knows. */
export function hireData(employee: Employee): Record<string, unknown> {
  const { id, number, username, title, department } = employee;
  const { startDay, hasExtras } = employee;
  return {
    employeeId: id,
    name: { givenName: "Given", familyName: `${personalMark}${number}` },
    username,
    email: `${username}@example.com`,
    title,
    department,
    startDate: dateOf(startDay),
    ...(hasExtras && {
      avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
      tasks: tasks.map((subject) => ({ subject, dueInDays: 3 })),
    }),
  };
}

export function drawTitle(chance: Chance): string {
  return `${chance.oneOf(titles)} ${chance.between(1, 99)}`;
}

/** Whether the system of the employee shows a state (a record, or a user of a directory), instead of sending events. */
export function hasState({ record, user }: Employee): boolean {
  return (record ?? user) !== undefined;
}

/** Whether HR has said more than a status. In a shorter history, the hire can be left out. */
export function isKnown({ said }: Employee): boolean {
  return said.some(({ type }) => type !== "status.set");
}

/** When the employment begins, by an event, or by the record or the directory after the event. `Infinity`: not said. */
export function saidStartMs(
  { record, user }: Employee,
  { type, data }: Pick<SaidEvent, "type" | "data">,
): number {
  if (!record && !user && type !== "employee.hired") return Infinity;
  const start = record ? record.start : data["startDate"];
  const today = dayOf(clock.nowMs()) * dayMs;
  return typeof start === "string" ? Date.parse(start) : today;
}

/** Whether an event may say the end of an employment. */
export function maySayEnd({ type }: SaidEvent): boolean {
  return (
    type === "employee.terminated" ||
    type === "record.changed" ||
    type === "user.changed"
  );
}

/** Whether the last day is not over. */
export function isOpen({ lastDay }: Employee, day: number): boolean {
  return lastDay === undefined || day <= lastDay;
}

/** Whether the employee has begun, and HR has said no end. */
export function isStaff(one: Employee, day: number): boolean {
  return one.lastDay === undefined && one.startDay <= day;
}
