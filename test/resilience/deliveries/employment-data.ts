import { hireOf } from "../../fixtures/hire.ts";
import type { EmploymentEvent } from "./employment-model.ts";

export const typeOf = {
  hire: "employee.hired",
  adopt: "employee.adopted",
  change: "employee.changed",
  suspend: "employee.suspended",
  resume: "employee.resumed",
  leave: "employee.terminated",
  "cancel leaving": "employee.termination_cancelled",
} as const;

/** What HR sends of one employee. The times of the events count from `beginMs`. */
export function createEmploymentData(
  employeeId: string,
  beginMs: number,
  graceDays: number,
) {
  const iso = (atMs: number | undefined) =>
    atMs === undefined ? undefined : new Date(beginMs + atMs).toISOString();
  const usernameOf = (name: string) => `${employeeId}-${name}`.toLowerCase();

  function personOf({ title, username: name }: Record<string, string>) {
    const username = name === undefined ? undefined : usernameOf(name);
    return {
      ...(title !== undefined && { title }),
      ...(username !== undefined && {
        username,
        email: `${username}@example.com`,
      }),
    };
  }

  function dataOf(event: EmploymentEvent): object {
    switch (event.kind) {
      case "hire":
        return hireOf(employeeId, {
          ...personOf(event.fields),
          startDate: iso(event.startsAtMs),
        });
      case "adopt": {
        const { title: _, ...names } = personOf(event.fields);
        return { employeeId, ...names };
      }
      case "change":
        return {
          employeeId,
          ...personOf(event.fields),
          effectiveDate: iso(event.effectiveAtMs),
        };
      case "suspend":
        return {
          employeeId,
          from: iso(event.fromMs),
          until: iso(event.untilMs),
        };
      case "leave":
        return {
          employeeId,
          graceDays,
          lastDay: iso(event.lastDayAtMs),
          ...(event.isKept && { disposition: "disable" }),
        };
      case "resume":
      case "cancel leaving":
        return { employeeId };
    }
  }

  return { dataOf, usernameOf };
}
