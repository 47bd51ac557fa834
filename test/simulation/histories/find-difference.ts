import { dayMs } from "../../../shared/durations.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { days, instant } from "../../shared/employment/checker/alphabets.ts";
import {
  type Access,
  rightAccess,
} from "../../shared/employment/checker/right-access.ts";
import type { Rules } from "../../shared/employment/checker/world.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { beginMs, type Said, type Speaker } from "./speaker.ts";

/** The time in a history by which all that was said has taken effect. */
export const endMs = instant(days.f, 0);

/** What differs from the rules, and the statements in the order of their arrival, as text. */
export type Difference = { text: string; history: string[] };

/**
 * Compares the operations of one employee, as they are now, with the rules, and the access with the second formulation
 * of the rules (`rightAccess`), which shares no code with them.
 */
export function findDifference(
  system: System,
  employeeId: string,
  { arrived, judgeArrived, operationOf, saidIn }: Speaker,
  { functions, settings }: Rules,
): Difference | undefined {
  const statements = judgeArrived();
  const { verdicts } = functions.timelineOf(statements, settings);
  const { repeated, accessAt } = rightAccess(statements);
  const wrong = arrived
    .map(operationIfWrong)
    .find((text) => text !== undefined);
  const text = wrong ?? accessIfWrong(accessAt(clock.nowMs() - beginMs));
  return text === undefined
    ? undefined
    : { text, history: arrived.map(describe) };

  /** What the operation of a statement shows, if it is wrong. */
  function operationIfWrong(said: Said): string | undefined {
    const { statement, operation } = said;
    if (statement.kind === "ruled" || !operation) return undefined;
    const { id } = statement;
    const { status = "", reason, sameAs, dueAtMs = 0 } = operationOf(operation);
    const shows = `statement ${id} shows ${status} ${reason ?? ""}`;
    const isAtWork =
      status === "waiting"
        ? dueAtMs <= clock.nowMs()
        : !["needs_attention", "succeeded", "cancelled"].includes(status);
    if (isAtWork) return `${shows}, and is at work`;
    const asks =
      verdicts.get(id)?.is === "needs-decision" ||
      reason === "waits-for-decision" ||
      reason === "person-missing" ||
      (reason === "data-erased" && arrived.some(countsAgain));
    if (status === "needs_attention" && !asks)
      return `${shows}, and nothing is to decide`;
    // Only the last operation is compared with its verdict. A later statement can change an earlier verdict, and an
    // operation that has ended stays as it ended.
    if (said !== arrived.at(-1)) return undefined;
    if (status !== "needs_attention" && asks) return `${shows}, and must ask`;
    const repeats = repeated.get(id);
    const same = saidIn(sameAs)?.statement.id;
    // An operation that a termination has ended names the termination, and not the statement that it repeats.
    const isOver = reason === "terminated-since";
    if (repeats && repeats !== same && status !== "waiting" && !isOver)
      return `${shows}, and repeats ${repeats}, not ${same}`;
    return undefined;
  }

  /** Whether a cancelled hire counts again. Its data was erased when its operation ended. */
  function countsAgain({ statement, operation }: Said): boolean {
    const { is = "overtaken" } = verdicts.get(statement.id) ?? {};
    return (
      statement.kind === "hired" &&
      (is === "in-force" || is === "scheduled") &&
      operationOf(operation).status === "cancelled"
    );
  }

  /** What the platform shows of the person, if it is wrong. */
  function accessIfWrong(right: Access): string | undefined {
    const person = system.platform.findPerson(hireOf(employeeId).username);
    const shown = !person
      ? "absent"
      : person.svc.enabled
        ? "enabled"
        : "disabled";
    const isOver = clock.nowMs() >= beginMs + endMs;
    const mustBeDeleted =
      isOver && right.is === "ended" && right.terms.disposition === "delete";
    const isRight =
      right.is === "enabled"
        ? shown === "enabled" || arrived.some(keepsDisabled)
        : shown === "absent" || (shown === "disabled" && !mustBeDeleted);
    return isRight
      ? undefined
      : `the person is ${shown}, and ${JSON.stringify(right)} is right`;
  }

  /**
   * Whether the person gets no access because of a statement: an operator must say whether the employee has left, or
   * must have the hire sent again.
   */
  function keepsDisabled({ statement, operation }: Said): boolean {
    const verdict = verdicts.get(statement.id);
    return (
      operationOf(operation).reason === "data-erased" ||
      (verdict?.is === "needs-decision" &&
        verdict.because === "last-day-before-start")
    );
  }

  function describe({ statement, symbol, operation }: Said): string {
    const { status, reason, sameAs } = operationOf(operation);
    const same = saidIn(sameAs);
    const time = new Date(statement.atMs % dayMs).toISOString().slice(11, 16);
    return [
      `${statement.id} on day ${Math.floor(statement.atMs / dayMs)} at ${time}:`,
      symbol.name,
      "about" in statement ? statement.about : `-> ${status}`,
      reason,
      same && `as ${same.statement.id}`,
    ]
      .filter((part) => part !== undefined)
      .join(" ");
  }
}
