import type { Terms, Word } from "../../../shared/employment/statement.ts";
import { dayMs } from "../../../shared/durations.ts";
import { readStatement } from "../../shared/employment/read-statement.ts";
import { dayOf, type SaidEvent } from "../company/employee.ts";
import { simulatedSettings } from "../system/system.ts";

const { graceDays: usualGraceDays } = simulatedSettings;

/** The statement of an event about the access. Days are days of UTC. Undefined: the event says nothing about it. */
export function accessStatementOf(event: SaidEvent): Word | undefined {
  const { atMs, operation: id = "" } = event;
  const text = textOf(event);
  return text === undefined
    ? undefined
    : readStatement(text, { id, atMs, ownDay: dayOf(atMs) });
}

function textOf({ type, data }: SaidEvent): string | undefined {
  const day = (name: string, date: unknown) =>
    typeof date === "string" ? ` ${name} ${Date.parse(date) / dayMs}` : "";
  switch (type) {
    case "employee.hired":
      return `hired${day("from", data["startDate"])}`;
    case "employee.suspended":
      return `suspended${day("from", data["from"])}${day("until", data["until"])}`;
    case "employee.resumed":
      return "resumed";
    case "employee.terminated": {
      const { disposition, graceDays } = termsOf(data);
      const isUsual = (data["disposition"] ?? data["graceDays"]) === undefined;
      return [
        `terminated${day("last day", data["lastDay"])} grace ${graceDays}`,
        ...(disposition === "disable" ? ["keep the person"] : []),
        ...(isUsual ? ["on usual terms"] : []),
      ].join(", ");
    }
    case "employee.termination_cancelled":
      return "cancelled";
    default:
      return undefined;
  }
}

/** The terms of a termination. Those that it does not name are the usual ones of the deployment. */
export function termsOf(data: Record<string, unknown>): Terms {
  const { disposition, graceDays } = data;
  return {
    disposition: disposition === "disable" ? "disable" : "delete",
    graceDays: typeof graceDays === "number" ? graceDays : usualGraceDays,
  };
}
