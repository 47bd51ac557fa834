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

/** How far the clocks of the zone of a word are ahead of UTC, in milliseconds. */
export function offsetOf(text: string): number {
  const zone = Object.keys(zones).find((one) => text.includes(` in ${one}`));
  return zone === undefined ? 0 : zones[zone]! * hourMs;
}

/** Reads what HR says, such as `terminated, last day 10 in Sydney by payroll`. */
export function readWord(
  text: string,
  said: Pick<Word, "id" | "atMs" | "ownDay">,
): Word {
  const caller = / by (\w+)/.exec(text)?.[1] ?? "hr";
  const by = {
    ...said,
    caller,
    ...(providers.includes(caller) && { byProvider: true as const }),
  };
  const day = (name: string, edge: 0 | 1): Named | undefined => {
    const found = new RegExp(`${name} (\\d+)`).exec(text)?.[1];
    if (found === undefined) return undefined;
    return {
      day: Number(found),
      dueMs: (Number(found) + edge) * dayMs - offsetOf(text),
    };
  };
  const fields = /with (.*)$/.exec(text)?.[1]?.split(" and ") ?? [];
  const has = (part: string) => text.includes(part);
  const mayOffboard = !has("without offboard");
  const mayUpdate = !has("without update");
  const [from, until] = [day("from", 0), day("until", 1)];
  const lastDay = day("last day", 1);
  switch (/^\w+/.exec(text)?.[0]) {
    case "hired":
      return {
        ...by,
        mayOffboard,
        kind: "hired",
        mayUpdate,
        // With this value of the setting `repeatedHire`, and of `rehireWithoutStartDate`.
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
      throw new RangeError(`no word is "${text}"`);
  }
}
