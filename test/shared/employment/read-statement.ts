import { dayMs, hourMs } from "../../../shared/durations.ts";
import type { Named, Word } from "../../../shared/employment/statement.ts";

/** Hours that the clocks of a zone are ahead of UTC. */
const zones: Record<string, number> = {
  Sydney: 10,
  Honolulu: -10,
  Kiritimati: 14,
  "Pago Pago": -11,
};

/** The callers that are identity providers. */
const providers = ["entra", "okta"];

/** How far the clocks of the zone that a text names are ahead of UTC, in milliseconds. */
export function offsetOf(text: string): number {
  const zone = Object.keys(zones).find((one) => text.includes(` in ${one}`));
  return zone === undefined ? 0 : zones[zone]! * hourMs;
}

/** Reads a statement of HR (the type `Word`), such as `terminated, last day 10 in Sydney by payroll`. */
export function readStatement(
  text: string,
  said: Pick<Word, "id" | "atMs" | "ownDay">,
): Word {
  const caller = / by (\w+)/.exec(text)?.[1] ?? "hr";
  const by = {
    ...said,
    caller,
    ...(providers.includes(caller) && { byProvider: true as const }),
  };
  /** The day behind a word, which falls due as it begins, or as it ends. */
  const day = (word: string, due: "begin" | "end"): Named | undefined => {
    const found = new RegExp(`${word} (\\d+)`).exec(text)?.[1];
    if (found === undefined) return undefined;
    const dueDay = Number(found) + (due === "end" ? 1 : 0);
    return { day: Number(found), dueMs: dueDay * dayMs - offsetOf(text) };
  };
  const fields = /with (.*)$/.exec(text)?.[1]?.split(" and ") ?? [];
  const has = (part: string) => text.includes(part);
  const mayOffboard = !has("without offboard");
  const mayUpdate = !has("without update");
  const [from, until] = [day("from", "begin"), day("until", "end")];
  const lastDay = day("last day", "end");
  switch (/^\w+/.exec(text)?.[0]) {
    case "hired":
      return {
        ...by,
        mayOffboard,
        kind: "hired",
        mayUpdate,
        // The values of the settings `repeatedHire` and `rehireWithoutStartDate` when the hire was said.
        ...(mayUpdate && has("(update)") && { updatesAsRepetition: true }),
        ...(!from && has("(accept)") && { opensWithoutStart: true }),
        ...(from && { start: from }),
        fields,
      };
    case "adopted":
      return { ...by, mayOffboard, kind: "adopted" };
    case "changed":
      return {
        ...by,
        kind: "changed",
        ...(from && { effective: from }),
        fields,
      };
    case "resumed":
      return { ...by, kind: "resumed" };
    case "suspended":
      return {
        ...by,
        kind: "suspended",
        ...(from && { from }),
        ...(until && { until }),
      };
    case "terminated":
      return {
        ...by,
        kind: "terminated",
        ...(lastDay && { lastDay }),
        terms: {
          disposition: has("keep the person") ? "disable" : "delete",
          graceDays: Number(/grace (\d+)/.exec(text)?.[1] ?? 0),
        },
        ...(has("on usual terms") && { hasUsualTerms: true }),
      };
    case "cancelled":
      return { ...by, kind: "termination_cancelled" };
    default:
      throw new RangeError(`no statement is "${text}"`);
  }
}
