import { dayMs } from "../../../shared/durations.ts";
import type { Chance } from "../../fixtures/chance.ts";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import type { SourceRecord } from "../system/source.ts";
import { clock } from "../time/virtual-clock.ts";

/** Everything personal in the simulation has this in it, so that it is found where it must not be. No id of ours can. */
export const personalMark = "quxl.";

/** An event as HR says it. */
export type SaidEvent = {
  type: string;
  atMs: number;
  data: Record<string, unknown>;
  /** Makes one delivery differ from another. */
  delivery: string;
  /** The operation that has it, from the answer 202. */
  operation?: string;
  arrivedAtMs?: number;
};

/** What the identity providers of an employee want, and how each of them knows the user. They tell no times. */
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
  /** Every username that they ever had. */
  usernames: string[];
  title: string;
  department: string;
  /** Whether their hire has an image and tasks. */
  hasExtras: boolean;
  startDay: number;
  /** The last day, if HR has terminated them. */
  lastDay?: number | undefined;
  suspended?: { untilDay: number | undefined } | undefined;
  /** When HR wanted to hire them, and the type of its last word about their access: also of words that are left out. */
  hiredAtMs: number;
  decided?: string;
  /** The earliest start that HR has said. The person has no access before it. */
  firstStartMs: number;
  /** What the second HR system, or payroll, shows of them, if they belong to it. */
  record?: SourceRecord;
  /** They are on the lists of payroll, which sends no events. */
  isListed: boolean;
  /** What the identity providers show of them, if they belong to some. */
  user?: DirectoryUser;
  /** Everything that HR has said of them, in its order. */
  said: SaidEvent[];
  /** How many of it have not been answered 202 yet. */
  inFlight: number;
  /** An operator ended one of their operations by hand, so a person answers for them from then on. */
  isRuled: boolean;
  /** Their hire named the username of somebody else first. */
  isClashing: boolean;
  /** Somebody renamed their person on the platform. */
  isRenamedByHand: boolean;
  /** An operator released them from a limit, so no limit counts for them from then on. */
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
    isRuled: false,
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

/** Whether their system shows how they are, and says no days to come and nothing twice. */
export function hasState({ record, user }: Employee): boolean {
  return (record ?? user) !== undefined;
}

/** Whether HR has said more of them than a status. In a part of a history, their hire can be left out. */
export function isKnown({ said }: Employee): boolean {
  return said.some(({ type }) => type !== "status.set");
}

/** When the employment begins that HR says with an event, or that its system shows then. */
export function saidStartMs(
  { record, user }: Employee,
  { type, data }: Pick<SaidEvent, "type" | "data">,
): number {
  if (!record && !user && type !== "employee.hired") return Infinity;
  const start = record ? record.start : data["startDate"];
  const today = dayOf(clock.nowMs()) * dayMs;
  return typeof start === "string" ? Date.parse(start) : today;
}

/** Whether an event may be the end of an employment. */
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

/** Whether HR still does things with them. */
export function isStaff(one: Employee, day: number): boolean {
  return one.lastDay === undefined && one.startDay <= day;
}
