import { errorNameOf } from "../../shared/error-name.ts";
import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import type { Operation } from "../../shared/store/operation.ts";
import { eraseSalt } from "../../shared/store/erase-salt.ts";
import type { Employee } from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import {
  needsOtherCaller,
  type Verb,
  verbRecords,
  verbs,
} from "../../shared/store/verbs/verbs.ts";
import type { Log } from "../../shared/log.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import type {
  ProblemType,
  ValidationIssue,
} from "../../shared/webhook/problem.ts";
import type { VerbBody } from "./contract.ts";
import { rulingOf, type RulingSettings } from "./rule.ts";
import { sayStatement } from "../../shared/store/say-statement.ts";
import { hourMs } from "../../shared/durations.ts";

export type VerbDependencies = {
  store: Pick<Store, "operations" | "employees">;
  rules: RulingSettings;
  startWorkflow: StartWorkflow;
  nowMs: () => number;
  log: Log;
};

/** The operation as it is afterwards, or why the verb does not apply. */
export type Used = { moved: Operation } | { refusal: ProblemType };

const defaultHours = 1;

/** The fields that are wrong in the body: the verb needs them and they are missing, or the verb does not know them. */
export function bodyIssues(
  verb: Verb,
  { hours, note }: VerbBody,
): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const { field } = verbRecords[verb];
  if (hours !== undefined && field !== "hours")
    issues.push({ pointer: "#/hours", detail: onlyFor("hours") });
  if (note !== undefined && field !== "note")
    issues.push({ pointer: "#/note", detail: onlyFor("note") });
  if (note === undefined && field === "note")
    issues.push({
      pointer: "#/note",
      detail: "must be given: what you repaired by hand, without personal data",
    });
  return issues;
}

function onlyFor(field: keyof VerbBody): string {
  const owners = verbs.filter((verb) => verbRecords[verb].field === field);
  return `is only for ${owners.join(", ")}`;
}

/**
 * Uses a verb on an operation, and starts the operation if it is accepted again. The store decides by one conditional
 * write, because the operation may have changed since it was read.
 */
export async function useVerb(
  verb: Verb,
  operation: Operation,
  caller: Pick<Caller, "name">,
  body: VerbBody,
  dependencies: VerbDependencies,
): Promise<Used> {
  const { applies, refusal } = verbRecords[verb];
  if (!applies(operation)) return { refusal };
  if (needsOtherCaller(verb, operation, caller.name))
    return { refusal: "sent-by-yourself" };
  const by = `caller:${caller.name}`;
  const isSaid = await ruleBy(verb, operation, body, dependencies);
  const moved =
    verb === "cancel" && !isSaid
      ? await dependencies.store.operations.cancel(
          operation,
          by,
          "cancelled-by-caller",
        )
      : await move(verb, operation, by, body, dependencies);
  if (!moved) return { refusal };
  await startIfAccepted(moved, dependencies);
  return { moved };
}

/**
 * Says what the operator has decided. Resolves to whether the operation has said something about the employment: a
 * status never does.
 */
async function ruleBy(
  verb: Verb,
  operation: Operation,
  { hours = defaultHours }: VerbBody,
  { store, nowMs, rules }: VerbDependencies,
): Promise<boolean> {
  const { id, employeeId } = operation;
  const item = await store.employees.get(employeeId);
  if (!item) return false;
  const rule = (said: Pick<Employee, "statements" | "person">) =>
    rulingOf(verb, operation, said, rules, {
      atMs: nowMs(),
      untilMs: nowMs() + hours * hourMs,
    });
  if (rule(item))
    await sayStatement({ ...rules, store, nowMs }, employeeId, async (said) =>
      rule(said ?? item),
    );
  return [...item.unfinished, ...item.statements].some((one) => one.id === id);
}

/** Resolves to the operation as stored afterwards, or to undefined when the verb does not apply any more. */
async function move(
  verb: Verb,
  operation: Operation,
  by: string,
  { note = "" }: VerbBody,
  { store: { operations, employees } }: VerbDependencies,
): Promise<Operation | undefined> {
  const { id } = operation;
  switch (verb) {
    case "retry":
      return operations.retry(id, by);
    case "confirm-gone":
      return operations.confirmGone(id, by);
    case "delete-now":
      return operations.deleteNow(id, by);
    case "resolve": {
      const resolved = await operations.resolve(operation, by, note);
      if (resolved?.dueAtMs === undefined) return resolved;
      // If this fails, the scheduler erases the salt within minutes.
      await eraseSalt({ operations, employees }, resolved).catch(
        () => undefined,
      );
      return resolved;
    }
    default:
  }
  // Its next run does what follows from the ruling.
  return operations.runAgainRuled(operation, by, verbRecords[verb].trail);
}

/** Starts an operation that is accepted again. If the start fails, the scheduler repeats it within minutes. */
async function startIfAccepted(
  operation: Operation,
  { startWorkflow, log }: VerbDependencies,
): Promise<void> {
  const { id: operationId, type, status } = operation;
  log.info("changed", { operationId, type, status });
  if (status !== "accepted") return;
  await startWorkflow(operation).catch((error: unknown) =>
    log.warn("not started", {
      operationId,
      error: errorNameOf(error),
    }),
  );
}
