import type {
  Named,
  Terms,
  Word,
} from "../../../shared/employment/statement.ts";
import { dayMs } from "../../../shared/durations.ts";
import { dayOf, type SaidEvent } from "../company/employee.ts";

/** What HR said, as the second formulation of the rules reads it. Days are those of UTC. */
export function wordOf(event: SaidEvent): Word | undefined {
  const { type, atMs, data, operation: id = "" } = event;
  const said = { id, caller: "hris", atMs, ownDay: dayOf(atMs) };
  const starting = (name: string) => named(data[name], 0);
  const ending = (name: string) => named(data[name], dayMs);
  switch (type) {
    case "employee.hired": {
      const start = starting("startDate");
      return {
        ...said,
        kind: "hired",
        mayOffboard: true,
        mayUpdate: true,
        fields: [],
        ...(start && { start }),
      };
    }
    case "employee.suspended": {
      const [from, until] = [starting("from"), ending("until")];
      return {
        ...said,
        kind: "suspended",
        ...(from && { from }),
        ...(until && { until }),
      };
    }
    case "employee.resumed":
      return { ...said, kind: "resumed" };
    case "employee.terminated": {
      const lastDay = ending("lastDay");
      const isUsual = (data["disposition"] ?? data["graceDays"]) === undefined;
      return {
        ...said,
        kind: "terminated",
        terms: termsOf(data),
        ...(isUsual && { hasUsualTerms: true }),
        ...(lastDay && { lastDay }),
      };
    }
    case "employee.termination_cancelled":
      return { ...said, kind: "termination_cancelled" };
    // It says nothing about the access.
    default:
      return undefined;
  }
}

function named(date: unknown, toEdgeMs: number): Named | undefined {
  if (typeof date !== "string") return undefined;
  const beginMs = Date.parse(date);
  return { day: beginMs / dayMs, dueMs: beginMs + toEdgeMs };
}

export function termsOf(data: Record<string, unknown>): Terms {
  const { disposition, graceDays } = data;
  return {
    disposition: disposition === "disable" ? "disable" : "delete",
    graceDays: typeof graceDays === "number" ? graceDays : 7,
  };
}
