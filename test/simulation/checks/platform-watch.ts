import * as z from "zod";
import type { LimitSettings } from "../../../shared/store/daily-limits.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import { type Employee, maySayEnd } from "../company/employee.ts";
import { clock } from "../time/virtual-clock.ts";
import { termsOf } from "./access-statement.ts";
import { InvariantBroken } from "./broken.ts";

/** How many people may be disabled, deleted or renamed within 24 hours without an operator. */
type Limits = Record<"disabled" | "deleted" | "renamed", LimitSettings>;

type Options = {
  /** Undefined: no limit. */
  callsPerSecond: number | undefined;
  limits: Limits;
  employeeOf: (username: string) => Employee | undefined;
  /** When a limit counted a person last, as the table shows it. */
  countedAtMs: (limit: keyof Limits, personId: string) => number | undefined;
  /** When the last outage ended, or now during an outage. */
  lastTroubleMs: () => number;
};

/** One person, as the requests that the platform has answered show them. */
type WatchedPerson = {
  username: string;
  isEnabled: boolean;
  wasEnabled: boolean;
  createdAtMs: number;
  /** Since when the person is disabled without a break. Undefined: enabled. */
  disabledAtMs: number | undefined;
  /** When a disabled person was enabled last. */
  enabledAtMs: number;
};

const personSchema = z.object({
  id: z.string(),
  svc: z.object({ username: z.string(), enabled: z.boolean() }),
});

/**
 * Limits count the passes of 24 hours. A pass is good for an hour, so two writes can be an hour nearer to each other
 * than their passes; and a write whose answer is lost can take effect up to an hour later.
 */
const windowMs = dayMs - 2 * hourMs;
/** A limit counts a person once within a day, a pass is good for an hour, and the write can come an hour later. */
const longestPassMs = dayMs + 2 * hourMs;
const rateWindowMs = 10_000;
/** How many calls of such a window may come above the rate: a reservation is an estimate of the calls that follow. */
const burst = 30;
/** In and just after an outage, a call that the platform refuses is repeated once. */
const burstInOutage = 40;
/** The clocks of our functions are wrong by less than this. */
const clocksDifferMs = 5_000;
/** A write whose answer is lost may take effect this much later, and then undoes an enabling. */
const lateMs = 5 * minuteMs;

export type PlatformWatch = ReturnType<typeof createPlatformWatch>;

/** Watches the calls to the platform, and fails the run when they are too many or do what no rule allows. */
export function createPlatformWatch(options: Options) {
  const { callsPerSecond, limits, employeeOf } = options;
  const people = new Map<string, WatchedPerson>();
  const done = { disabled: [], deleted: [], renamed: [] } as Record<
    keyof Limits,
    { id: string; atMs: number }[]
  >;
  /** When the last person of an employee was deleted. */
  const deletions = new Map<string, number>();
  /** The ids of the people who were renamed by hand. */
  const leftAlone = new Set<string>();
  const calls: number[] = [];

  /** Requires that a limit has counted a person, and that the limit holds. */
  function count(
    what: keyof Limits,
    personId: string,
    { username }: WatchedPerson,
  ): void {
    const nowMs = clock.nowMs();
    const employee = employeeOf(username);
    if (!employee || employee.isReleased) return;
    const countedAtMs = options.countedAtMs(what, personId) ?? -Infinity;
    if (countedAtMs < nowMs - longestPassMs)
      throw new InvariantBroken(
        "limits count who is disabled, deleted or renamed",
        `${employee.id} was ${what}, and was counted at ${countedAtMs}`,
      );
    const recent = done[what].filter(
      ({ id, atMs }) => atMs > nowMs - windowMs && id !== employee.id,
    );
    done[what] = [...recent, { id: employee.id, atMs: nowMs }];
    const { percent, min, max } = limits[what];
    // The number of people who were enabled before those of the window were disabled, also by a release.
    const active = [...people.values()].filter(
      ({ isEnabled, disabledAtMs = 0 }) =>
        isEnabled || disabledAtMs > nowMs - windowMs,
    ).length;
    const share = Math.floor((active * percent) / 100);
    const allowed = Math.min(max, Math.max(min, share));
    if (done[what].length > allowed)
      throw new InvariantBroken(
        "limits hold",
        `${done[what].length} people were ${what} in a day, and ${allowed} may be`,
      );
  }

  /** Requires that a person who is deleted is a leaver who was disabled for the grace period. */
  function requireGrace(one: WatchedPerson): void {
    const { disabledAtMs } = one;
    const employee = employeeOf(one.username);
    if (!employee || employee.isReleased) return;
    const graces = employee.said
      .filter(maySayEnd)
      .map(({ data }) => termsOf(data).graceDays);
    const graceMs = Math.min(...graces) * dayMs;
    const fail = (how: string) => {
      throw new InvariantBroken(
        "nobody is deleted but leavers, after their grace period",
        `${employee.id} was ${how}`,
      );
    };
    if (graces.length === 0) fail("deleted without a termination");
    if (disabledAtMs === undefined) return fail("deleted while enabled");
    // A person who was created before the start, and never had access, needs no grace period.
    if (one.wasEnabled && clock.nowMs() - disabledAtMs < graceMs - hourMs)
      fail(`disabled at ${new Date(disabledAtMs).toISOString()} only`);
  }

  /** Requires that nothing but the status of the person changes: the person was renamed by hand. */
  function requireAlone(id: string, method: string, body: string): void {
    const before = people.get(id);
    const { svc } = personSchema.parse(JSON.parse(body));
    const isSame =
      svc.enabled === before?.isEnabled && svc.username.endsWith(".hand");
    if (method === "PUT" && isSame) return;
    throw new InvariantBroken(
      "a person with other names than ours stays as they are",
      `${method} of ${id}`,
    );
  }

  function requireStarted({ username }: WatchedPerson): void {
    const { id, firstStartMs = 0 } = employeeOf(username) ?? {};
    if (firstStartMs > clock.nowMs() + clocksDifferMs)
      throw new InvariantBroken(
        "nobody is enabled before the start",
        `${id} begins ${Number.isFinite(firstStartMs) ? new Date(firstStartMs).toISOString() : "never"}`,
      );
  }

  /** Notes a person as a write has left them, and requires what holds for the change. */
  function see(
    id: string,
    { username, enabled: isEnabled }: z.infer<typeof personSchema>["svc"],
    isLate: boolean,
  ): void {
    const nowMs = clock.nowMs();
    const before = people.get(id);
    const isAgain = before?.isEnabled === false && isEnabled;
    const after: WatchedPerson = {
      username,
      isEnabled,
      wasEnabled: isEnabled || (before?.wasEnabled ?? false),
      createdAtMs: before?.createdAtMs ?? nowMs,
      disabledAtMs: isEnabled ? undefined : (before?.disabledAtMs ?? nowMs),
      enabledAtMs: isAgain ? nowMs : (before?.enabledAtMs ?? -Infinity),
    };
    people.set(id, after);
    if (isEnabled) requireStarted(after);
    if (before?.isEnabled && !isEnabled) {
      const undoesEnabling = isLate && after.enabledAtMs >= nowMs - lateMs;
      if (!undoesEnabling) count("disabled", id, after);
    }
    // A write from before a rename by hand takes it back.
    const undoesHand = isLate && before?.username.endsWith(".hand");
    if (before && before.username !== username && !undoesHand)
      count("renamed", id, after);
  }

  return {
    /** An administrator or operator has renamed this person by hand. */
    noteRename(id: string, username: string, isLeftAlone: boolean): void {
      if (isLeftAlone) leftAlone.add(id);
      else leftAlone.delete(id);
      const one = people.get(id);
      if (one) people.set(id, { ...one, username });
    },

    person: (id: string): WatchedPerson | undefined => people.get(id),

    deletedAtMs: (employeeId: string): number | undefined =>
      deletions.get(employeeId),

    /** A call begins. @throws InvariantBroken */
    call(): void {
      const nowMs = clock.nowMs();
      calls.push(nowMs);
      while (calls[0]! <= nowMs - rateWindowMs) calls.shift();
      if (callsPerSecond === undefined) return;
      const isTroubled = options.lastTroubleMs() > nowMs - 2 * rateWindowMs;
      const allowed =
        (isTroubled ? burstInOutage : burst) +
        callsPerSecond * (rateWindowMs / 1_000);
      if (calls.length > allowed)
        throw new InvariantBroken(
          "calls to the platform are within the rate",
          `${calls.length} in ten seconds, and ${allowed} may be`,
        );
    },

    /**
     * A call has taken effect.
     *
     * @param isLate - after our client gave it up
     * @throws InvariantBroken
     */
    applied(method: string, path: string, body: string, isLate: boolean): void {
      const id = /\/people\/(\d+)$/.exec(path)?.[1];
      // A write from before the rename by hand has taken effect, so the person has our names again.
      if (id !== undefined && isLate) leftAlone.delete(id);
      if (id !== undefined && leftAlone.has(id)) requireAlone(id, method, body);
      if (method === "DELETE" && id !== undefined) {
        const one = people.get(id);
        if (!one) return;
        people.delete(id);
        const { id: employeeId } = employeeOf(one.username) ?? {};
        if (employeeId) deletions.set(employeeId, clock.nowMs());
        requireGrace(one);
        count("deleted", id, one);
      }
      const isWrite = method === "PUT" && id !== undefined;
      const isCreation = method === "POST" && path.endsWith("/people");
      if (!isWrite && !isCreation) return;
      const person = personSchema.parse(JSON.parse(body));
      see(person.id, person.svc, isLate);
    },
  };
}
