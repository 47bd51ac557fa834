import type { Terms, Word } from "../../../shared/employment/statement.ts";
import { dayMs } from "../../../shared/durations.ts";
import { readWord } from "../../shared/employment/read-word.ts";
import { dayOf, type SaidEvent } from "../company/employee.ts";

/**
 * What HR said, as the second formulation of the rules reads it. Days are days of UTC. Undefined: the event says
 * nothing about the access.
 */
export function wordOf(event: SaidEvent): Word | undefined {
  const { atMs, operation: id = "" } = event;
  const text = textOf(event);
  return text === undefined
    ? undefined
    : readWord(text, { id, atMs, ownDay: dayOf(atMs) });
}

function textOf({ type, data }: SaidEvent): string | undefined {
  const day = (word: string, date: unknown) =>
    typeof date === "string" ? ` ${word} ${Date.parse(date) / dayMs}` : "";
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

export function termsOf(data: Record<string, unknown>): Terms {
  const { disposition, graceDays } = data;
  return {
    disposition: disposition === "disable" ? "disable" : "delete",
    graceDays: typeof graceDays === "number" ? graceDays : 7,
  };
}
