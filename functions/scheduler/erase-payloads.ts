import { isFinal } from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { Payloads } from "../../shared/store/payloads.ts";
import type { Pass } from "./pass.ts";

type Dependencies = {
  payloads: Pick<Payloads, "due" | "eraseDue" | "keep" | "postpone">;
  operations: Pick<Operations, "get" | "ofEmployment" | "retryWithPerson">;
};

const pageSize = 50;

/**
 * Erases the payloads whose time is over: of operations that failed and were not retried, and the rest of erasures
 * that were interrupted. So personal data is erased in time, also if its operation never succeeds.
 *
 * A change that came before its hire runs again instead, if that hire waits for its start date by now, or runs. The
 * change amends the hire then, or keeps its payload until the hire has had its time.
 */
export function erasePayloads({ payloads, operations }: Dependencies): Pass {
  return {
    name: "payload",
    list: (from) => payloads.due(pageSize, from),
    async handle({ id, dueAtMs }) {
      if (await runsAgain(id)) return { dueSinceMs: dueAtMs };
      return (await payloads.eraseDue(id))
        ? { dueSinceMs: dueAtMs }
        : "outdated";
    },
    postpone: ({ id }) => payloads.postpone(id),
  };

  async function runsAgain(id: string): Promise<boolean> {
    const operation = await operations.get(id);
    if (operation?.type !== "employee.changed") return false;
    if (operation.reason !== "unknown-employee") return false;
    const all = await operations.ofEmployment(operation.employeeId);
    const dueTimes = all
      .filter((one) => one.type === "employee.hired" && !isFinal(one))
      .map((hire) => hire.dueAtMs ?? 0);
    if (dueTimes.length === 0) return false;
    return (
      (await payloads.keep(operation, Math.max(...dueTimes))) &&
      (await operations.retryWithPerson(id, "scheduler", "hire-arrived")) !==
        undefined
    );
  }
}
