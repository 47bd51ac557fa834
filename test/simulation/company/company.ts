import type { Run } from "../system/run.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import type { createDelivery } from "./delivery.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import {
  dateOf,
  dayOf,
  drawTitle,
  type Employee,
  hasState,
  hireData,
  isKnown,
  isOpen,
  isStaff,
  newEmployee,
  saidStartMs,
} from "./employee.ts";
import { amendUser, newDirectoryUser } from "./identity-provider.ts";
import { amendRecord, newRecord } from "./records.ts";
import { drawMistake, drawTermination, seasonOf } from "./draws.ts";

type Options = {
  run: Run;
  delivery: ReturnType<typeof createDelivery>;
  source: System["source"];
  renameByHand: (username: string, next: string) => Promise<void>;
  /** Whether the event with this number is said. Others are left out to find the shortest history. */
  isSaid: (number: number, employee: Employee) => boolean;
  /** How many people the company has at its begin. */
  people: number;
  /** How many hires are repeated each day. @default a fiftieth of the staff, at most twenty */
  upserts?: number | undefined;
  /** How much more often than usual people are changed, suspended and terminated. */
  pace: number;
};

/** How often each thing happens to an employee in a year of 250 working days. A rehire happens to one who has left. */
const perYear = {
  change: 2.2,
  rename: 0.05,
  renameByHand: 0.01,
  status: 1.1,
  suspend: 0.15,
  terminate: 0.14,
  renew: 0.1,
  rehire: 0.2,
};

/** The HR department of a company, and what it says day by day. */
export function createCompany(options: Options) {
  const { run, delivery, source, renameByHand, isSaid } = options;
  const { people, pace } = options;
  const chance = run.chance.fork("company");
  const employees: Employee[] = [];
  let events = 0;

  function say(
    one: Employee,
    type: string,
    data: Record<string, unknown> = {},
  ): void {
    // If the employee has a system that shows a state, the event that is sent says only that the state has changed.
    const isOfState = hasState(one) && type.startsWith("employee.");
    if (isOfState && type !== "employee.changed") one.decided = type;
    // HR goes on as if an event that is left out had been said, so that the other events keep their numbers.
    if (!isSaid(++events, one)) return;
    if (type === "employee.changed") learn(one, data);
    if (isOfState) amendRecord(one, type, data);
    if (isOfState) amendUser(one, type);
    const startMs = saidStartMs(one, { type, data });
    one.firstStartMs = Math.min(one.firstStartMs, startMs);
    if (isOfState && one.isListed) return delivery.noteForList(one, type);
    const [sent, said] = isOfState
      ? [one.user ? "user.changed" : "record.changed", { event: type }]
      : [type, data];
    clock.guard(() => delivery.say(one, sent, { employeeId: one.id, ...said }));
  }

  /** Notes what HR itself knows of the employee after a change. */
  function learn(
    one: Employee,
    { title, department, username }: Record<string, unknown>,
  ): void {
    if (typeof title === "string") one.title = title;
    if (typeof department === "string") one.department = department;
    if (typeof username !== "string") return;
    one.username = username;
    one.usernames.push(username);
  }

  /** Does something at a random time of the working day. */
  function today(act: () => void): void {
    clock.after(chance.between(7 * hourMs, 18 * hourMs), act);
  }

  function hire(startDay: number): void {
    const employee = newEmployee(employees.length + 1, startDay);
    employees.push(employee);
    // The system of the employee: the second HR system, a directory, payroll, or the HR system that sends events.
    const draw = chance.next();
    if (draw < 0.15) {
      employee.record = newRecord(employee);
      source.records.set(employee.id, employee.record);
    } else if (draw < 0.3) {
      employee.user = newDirectoryUser(employee.number);
      // A directory creates a user on the first day.
      employee.startDay = dayOf(clock.nowMs());
    } else if (draw < 0.5) {
      employee.record = newRecord(employee);
      employee.isListed = true;
    }
    if (chance.happens(0.02) && clash(employee)) return;
    sayHire(employee);
    if (!chance.happens(0.03)) return;
    // The start is put off.
    clock.after(chance.between(1, 5) * dayMs, () => {
      // A record has no times, and may be read four days later. It cannot put off a start that has passed by then.
      const readDay = dayOf(clock.nowMs()) + 4;
      if (hasState(employee) && employee.startDay <= readDay) return;
      employee.startDay += chance.between(1, 14);
      sayHire(employee);
    });
  }

  /** HR names the username of another employee, and corrects it later. The new employee must not get that account. */
  function clash(employee: Employee): boolean {
    const other = employees[chance.between(0, employees.length - 1)];
    if (!other || other === employee || hasState(employee)) return false;
    // The username of an employee who has left, or who has no person yet, is free. A hire can arrive days late.
    if (other.hiredAtMs > clock.nowMs() - 4 * dayMs) return false;
    if (!isStaff(other, dayOf(clock.nowMs()))) return false;
    // If the hire of `other` was left out, its username is still free, and would become that of the new employee.
    const { username } = isKnown(other) ? other : employee;
    employee.isClashing = true;
    say(employee, "employee.hired", {
      ...hireData(employee),
      username,
      email: `${username}@example.com`,
    });
    clock.after(chance.between(1, 4) * dayMs, () => sayHire(employee));
    return true;
  }

  function sayHire(employee: Employee): void {
    say(employee, "employee.hired", hireData(employee));
  }

  function terminate(one: Employee): void {
    // A record shows one status only, so the suspension stays.
    if (one.record && one.suspended) return;
    const day = dayOf(clock.nowMs());
    const { lastDay, ...rest } = drawTermination(day, chance);
    // A directory names no last day: the user is gone at once.
    one.lastDay = (one.user ? undefined : lastDay) ?? day;
    farewell(one);
    if (one.user) return say(one, "employee.terminated");
    say(one, "employee.terminated", {
      ...rest,
      ...(lastDay !== undefined && { lastDay: dateOf(lastDay) }),
    });
    // Some terminations are cancelled, and some get another last day, while there is time before the last day.
    if (lastDay === undefined || lastDay < day + 3) return;
    const next = chance.next();
    if (next < 0.08)
      clock.after(chance.between(1, lastDay - day - 1) * dayMs, () => {
        one.lastDay = undefined;
        say(one, "employee.termination_cancelled");
      });
    else if (next < 0.16)
      clock.after(chance.between(1, lastDay - day - 1) * dayMs, () => {
        one.lastDay = lastDay + chance.between(1, 20);
        say(one, "employee.terminated", { lastDay: dateOf(one.lastDay) });
      });
  }

  /** Ends an employment. All people of a layoff leave on the same day, so the limits hold some terminations. */
  function layOff(one: Employee, lastDay: number): void {
    if (one.lastDay !== undefined || (one.record && one.suspended)) return;
    one.lastDay = one.user ? dayOf(clock.nowMs()) : lastDay;
    say(one, "employee.terminated", { lastDay: dateOf(lastDay) });
  }

  function suspend(one: Employee): void {
    const day = dayOf(clock.nowMs());
    // A record says how the employee is now, and names no days.
    const isNamed = (share: number) => !hasState(one) && chance.happens(share);
    const from = isNamed(0.5) ? day + chance.between(1, 20) : undefined;
    const until = isNamed(0.6)
      ? (from ?? day) + chance.between(1, 60)
      : undefined;
    one.suspended = { untilDay: until };
    say(one, "employee.suspended", {
      ...(from !== undefined && { from: dateOf(from) }),
      ...(until !== undefined && { until: dateOf(until) }),
    });
    if (until === undefined)
      clock.after(chance.between(1, 60) * dayMs, () => {
        one.suspended = undefined;
        const isStillSuspended = hasState(one)
          ? one.decided === "employee.suspended"
          : isOpen(one, dayOf(clock.nowMs()));
        if (!isStillSuspended) return;
        // Some return to another job: a directory sends both at once.
        if (chance.happens(0.3)) changeTitle(one);
        say(one, "employee.resumed");
      });
  }

  /** The HR system sends each field on its own, so several events can come at the same moment. */
  function change(one: Employee): void {
    changeTitle(one);
    if (chance.happens(0.5)) soon(() => changeDepartment(one));
    if (chance.happens(0.3)) soon(() => changeLocation(one));
  }

  function changeTitle(one: Employee): void {
    say(one, "employee.changed", {
      title: drawTitle(chance),
      ...(!hasState(one) &&
        chance.happens(0.1) && {
          effectiveDate: dateOf(dayOf(clock.nowMs()) + chance.between(1, 9)),
        }),
    });
  }

  function changeDepartment(one: Employee): void {
    say(one, "employee.changed", { department: drawTitle(chance) });
  }

  function changeLocation(one: Employee): void {
    if (hasState(one)) return;
    say(one, "employee.changed", { location: drawTitle(chance) });
  }

  /** All people get a title, a department and an office at the same moment, and set a status in chat. */
  function reorganise(staff: readonly Employee[]): void {
    for (const one of staff) {
      changeTitle(one);
      changeDepartment(one);
      changeLocation(one);
      setStatus(one);
    }
  }

  function setStatus(one: Employee): void {
    say(one, "status.set", { text: `Status ${one.said.length}` });
  }

  /** Says the end of one contract and the start of the next one together. */
  function renew(one: Employee): void {
    if (hasState(one)) return;
    const lastDay = dayOf(clock.nowMs()) + chance.between(1, 20);
    say(one, "employee.terminated", { lastDay: dateOf(lastDay) });
    soon(() => {
      one.startDay = lastDay + 1;
      sayHire(one);
    });
  }

  /** Does something at the same moment, or while the first event is being worked on. */
  function soon(act: () => void): void {
    clock.after(chance.between(0, 1) * chance.between(0, 600), act);
  }

  /** Says something about a leaver at the last moment. It must not give access back. */
  function farewell(one: Employee): void {
    if (chance.happens(0.5)) change(one);
    if (chance.happens(0.5)) setStatus(one);
  }

  function rename(one: Employee): void {
    const username = `${one.usernames[0]}.r${one.usernames.length}`;
    say(one, "employee.changed", {
      username,
      email: `${username}@example.com`,
    });
  }

  /** An administrator renames the person on the platform. From then on, the automation must leave the person alone. */
  function renameOnPlatform(one: Employee): void {
    one.isRenamedByHand = true;
    one.isUnchecked = true;
    run.trace.tell(`by hand: ${one.id} is renamed on the platform`);
    clock.guard(() => renameByHand(one.username, `${one.usernames[0]}.hand`));
  }

  function rehire(one: Employee, day: number): void {
    const inDays = one.user ? 0 : chance.between(0, 14);
    one.startDay = Math.max(day, one.lastDay! + 1) + inDays;
    one.lastDay = undefined;
    one.suspended = undefined;
    sayHire(one);
  }

  /** @param factor - how much more often than usual things happen in this season */
  function actOn(one: Employee, factor: number): void {
    const happens = (rate: number) =>
      chance.happens((rate * factor * pace) / 250);
    if (happens(perYear.change)) today(() => change(one));
    if (happens(perYear.rename)) today(() => rename(one));
    if (happens(perYear.renameByHand)) today(() => renameOnPlatform(one));
    if (happens(perYear.status)) today(() => setStatus(one));
    if (!one.suspended && happens(perYear.suspend)) today(() => suspend(one));
    if (happens(perYear.terminate)) today(() => terminate(one));
    else if (happens(perYear.renew)) today(() => renew(one));
  }

  /** Says an event by mistake: the wrong form, or the wrong day. */
  function confuse(one: Employee): void {
    if (!hasState(one)) say(one, ...drawMistake(one, chance));
  }

  return {
    employees: employees as readonly Employee[],

    ofId: (id: string): Employee | undefined =>
      employees[Number(id.split("-")[1]) - 1],

    /** The employee who has this username, or had it. */
    ofUsername: (username: string): Employee | undefined =>
      employees[Number(username.split(".")[1]) - 1],

    /** Hires the people with whom the simulation begins, over two days. */
    found(): void {
      const day = dayOf(clock.nowMs());
      for (let n = 0; n < people; n++)
        clock.after(chance.between(0, 30 * hourMs), () => hire(day));
    },

    /** Plans all that HR does on a day. */
    beginDay(dayNumber: number): void {
      const day = dayOf(clock.nowMs());
      const season = seasonOf(dayNumber, pace);
      const staff = employees.filter((one) => isStaff(one, day));
      for (const one of employees)
        if (one.lastDay === day)
          // Around the end of the last day, when the scheduler starts what is due.
          clock.after(dayMs + chance.between(-500, 1_500), () => farewell(one));
      const isWorkday = dayNumber % 7 < 5;
      if (!isWorkday || staff.length === 0) return;
      for (const one of staff) actOn(one, season.factor);
      if (season.isReorganised) today(() => reorganise(staff));
      // The share of this fault is for a week, which has five working days.
      for (const one of employees)
        if (chance.happens(run.faults.confused / 5)) today(() => confuse(one));
      const leavers = staff.length * ((perYear.terminate * pace) / 250);
      const missing = season.isFilled ? people - staff.length : 0;
      // Mostly few hires, and sometimes many. `delayMs` draws whole numbers, so it draws thousandths of a hire.
      const drawn = chance.delayMs(1_000 * leavers * season.hires) / 1_000;
      let hires = Math.max(missing, drawn);
      // A rest below one is the chance of one more hire. After that hire, the rest is negative, which is no chance.
      for (; hires >= 1 || chance.happens(hires); hires--)
        today(() => hire(dayOf(clock.nowMs()) + chance.between(0, 30)));
      if (season.layoff > 0)
        for (const one of staff)
          if (chance.happens(season.layoff)) today(() => layOff(one, day + 14));
      for (const one of employees)
        if (one.lastDay !== undefined && one.lastDay < day)
          if (chance.happens((perYear.rehire * pace) / 250))
            today(() => rehire(one, day));
      upsert(staff);
    },
  };

  /** Repeats some hires each day, as an HR system with an export does. */
  function upsert(staff: Employee[]): void {
    const { upserts = Math.min(20, 0.02 * staff.length) } = options;
    const share = upserts / staff.length;
    for (const one of staff)
      if (chance.happens(share))
        clock.after(5 * hourMs + chance.between(0, 10 * minuteMs), () => {
          if (one.lastDay === undefined) sayHire(one);
        });
  }
}
