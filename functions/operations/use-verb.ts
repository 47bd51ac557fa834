import { errorNameOf } from "../../shared/error-name.ts";
import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import type { Operation } from "../../shared/store/operation.ts";
import { eraseSalt } from "../../shared/store/erase-salt.ts";
import type { Store } from "../../shared/store/store.ts";
import {
  needsOtherCaller,
  type Verb,
  verbsFor,
} from "../../shared/store/verbs.ts";
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
  store: Pick<Store, "operations" | "employees" | "employments">;
  /** With them, the words of operators are said to the rules of the employment. */
  rules?: RulingSettings | undefined;
  startWorkflow: StartWorkflow;
  nowMs: () => number;
  log: Log;
};

/** The operation as it is afterwards, or why the verb does not apply. */
export type Used = { moved: Operation } | { refusal: ProblemType };

const defaultHours = 1;

/** The problem of an operation to which the verb does not apply. */
const refusals: Record<Verb, ProblemType> = {
  retry: "not-to-retry",
  cancel: "not-waiting",
  release: "not-held",
  reject: "not-held",
  resolve: "not-to-resolve",
  "confirm-gone": "not-missing",
  "delete-now": "not-in-grace",
  enable: "not-kept",
};

/** The fields that are wrong in the body: the verb needs them and they are missing, or the verb does not know them. */
export function bodyIssues(
  verb: Verb,
  { hours, note }: VerbBody,
): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (hours !== undefined && verb !== "release")
    issues.push({ pointer: "#/hours", detail: "is only for release" });
  if (note !== undefined && verb !== "resolve")
    issues.push({ pointer: "#/note", detail: "is only for resolve" });
  if (note === undefined && verb === "resolve")
    issues.push({
      pointer: "#/note",
      detail: "must be given: what you repaired by hand, without personal data",
    });
  return issues;
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
  if (!verbsFor(operation).includes(verb)) return { refusal: refusals[verb] };
  if (needsOtherCaller(verb, operation, caller.name))
    return { refusal: "sent-by-yourself" };
  const by = `caller:${caller.name}`;
  const { rules } = dependencies;
  if (rules) await ruleBy(verb, operation, dependencies, rules);
  const moved = await (rules ? moveByRules : move)(
    verb,
    operation,
    by,
    body,
    dependencies,
  );
  if (!moved) return { refusal: refusals[verb] };
  await startIfAccepted(moved, dependencies);
  return { moved };
}

/** Says what the operator has decided, if something was said about the employee. */
async function ruleBy(
  verb: Verb,
  operation: Operation,
  { store, nowMs }: VerbDependencies,
  rules: RulingSettings,
): Promise<void> {
  const { employeeId } = operation;
  if ((await store.employments.get(employeeId)) === undefined) return;
  await sayStatement({ ...rules, store, nowMs }, employeeId, async (said) =>
    rulingOf(verb, operation, said?.statements ?? [], rules, nowMs()),
  );
}

/** Accepts the operation again, whose run does what follows from the ruling. */
async function moveByRules(
  verb: Verb,
  operation: Operation,
  by: string,
  body: VerbBody,
  dependencies: VerbDependencies,
): Promise<Operation | undefined> {
  const { operations } = dependencies.store;
  switch (verb) {
    case "cancel":
    case "reject":
    case "enable":
      return operations.runAgainRuled(operation, by, trailOf[verb]);
    default:
      return move(verb, operation, by, body, dependencies);
  }
}

const trailOf = {
  cancel: "cancelled-by-caller",
  reject: "rejected",
  enable: "enabled",
} as const;

/** Resolves to the operation as stored afterwards, or to undefined when the verb does not apply any more. */
async function move(
  verb: Verb,
  operation: Operation,
  by: string,
  { hours = defaultHours, note = "" }: VerbBody,
  { store: { operations, employees }, nowMs }: VerbDependencies,
): Promise<Operation | undefined> {
  const { id, employeeId } = operation;
  switch (verb) {
    case "retry":
      return operations.retry(id, by);
    case "cancel":
      return operations.cancel(operation, by, "cancelled-by-caller");
    case "release":
      return operations.release(operation, by, nowMs() + hours * hourMs);
    case "reject":
      return operations.reject(operation, by);
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
    case "enable": {
      const employee = await employees.get(employeeId);
      const isKept =
        employee?.state === "kept" &&
        employee.terminatedBy === id &&
        employee.suspendedBy === undefined;
      return isKept ? operations.enable(id, by) : undefined;
    }
  }
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
