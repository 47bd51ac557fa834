import { errorNameOf } from "../../shared/error-name.ts";
import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import type { Employee } from "../../shared/store/employee.ts";
import type { Operation } from "../../shared/store/operation.ts";
import { closeOperation } from "../../shared/store/close-operation.ts";
import type { Store } from "../../shared/store/store.ts";
import {
  needsOtherCaller,
  refusalOf,
  trailOf,
  type Verb,
  verbRecords,
  verbs,
} from "../../shared/store/verbs.ts";
import type { Log } from "../../shared/log.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import type {
  ProblemType,
  ValidationIssue,
} from "../../shared/webhook/problem.ts";
import type { VerbBody } from "./contract.ts";
import { rulingOf } from "./rule.ts";
import { hourMs } from "../../shared/durations.ts";

export type VerbDependencies = {
  store: Pick<Store, "operations" | "employees" | "outages">;
  zone: string;
  startWorkflow: StartWorkflow;
  nowMs: () => number;
  log: Log;
};

/** The changed operation, or why the verb does not apply. */
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
 * Uses a verb on an operation, and starts the operation if it is accepted again. One conditional write changes the
 * operation and stores the operator's ruling, because the operation may have changed since it was read.
 */
export async function useVerb(
  verb: Verb,
  operation: Operation,
  caller: Pick<Caller, "name" | "scopes">,
  body: VerbBody,
  dependencies: VerbDependencies,
): Promise<Used> {
  const { employees, operations } = dependencies.store;
  // A refused verb reads no employee.
  const refused = refusalOf(verb, operation, caller);
  if (refused) return { refusal: refused };
  const item = await employees.get(operation.employeeId);
  const { hours } = body;
  const decided = decide(verb, operation, item, caller, dependencies, hours);
  const { refusal, isSaid, ruling } = decided;
  if (refusal) return { refusal };
  const by = `caller:${caller.name}`;
  // An operation without a statement, such as a status, needs no run that takes it back.
  const endsAtOnce = verb === "cancel" && !isSaid;
  const moved = await (verb === "resolve"
    ? operations.resolve(operation, by, body.note ?? "", decided)
    : endsAtOnce
      ? operations.cancel(operation, by, "cancelled-by-caller")
      : operations.runAgain(operation, by, trailOf(verb), ruling));
  if (!moved) return { refusal: verbRecords[verb].refusal };
  await goOn(moved, dependencies);
  if (verb === "retry") await probeSoon(operation, dependencies);
  return { moved };
}

/** What a verb says about the employment, and why the caller cannot use it. */
export function decide(
  verb: Verb,
  operation: Operation,
  item: Employee | undefined,
  caller: Pick<Caller, "name" | "scopes">,
  { nowMs, zone }: Pick<VerbDependencies, "nowMs" | "zone">,
  hours = defaultHours,
) {
  const { id } = operation;
  const isOpen = item?.unfinished.some((one) => one.id === id) ?? false;
  const isSaid = isOpen || item?.statements.some((one) => one.id === id);
  const atMs = nowMs();
  const times = { atMs, untilMs: atMs + hours * hourMs };
  const refused = refusalOf(verb, operation, caller);
  const ruling =
    item && isSaid && !refused
      ? rulingOf(verb, operation, item, zone, times)
      : undefined;
  // The ruling may be about the statement of another sender, who must not decide about it either.
  const about = item?.statements.find((one) => one.id === ruling?.about);
  const isOwn =
    about !== undefined &&
    about.kind !== "ruled" &&
    needsOtherCaller(
      verb,
      { caller: about.caller, type: `employee.${about.kind}` },
      caller.name,
    );
  const refusal = refused ?? (isOwn ? "sent-by-yourself" : undefined);
  return { isOpen, isSaid, ruling, refusal };
}

/**
 * Lets the scheduler probe in its next minute, because a retry says that the cause of the outage is repaired. Until
 * then, the operation makes no call. If this write fails, the probe comes at its own time.
 */
async function probeSoon(
  { outage }: Operation,
  { store: { outages } }: VerbDependencies,
): Promise<void> {
  if (outage !== undefined)
    await outages.probeSoon(outage).catch(() => undefined);
}

/** Does what follows from a verb. If that fails, the scheduler does it within minutes. */
async function goOn(
  operation: Operation,
  dependencies: VerbDependencies,
): Promise<void> {
  const { log, startWorkflow } = dependencies;
  const { id: operationId, type, status, dueAtMs } = operation;
  log.info("changed", { operationId, type, status });
  if (status === "accepted")
    await startWorkflow(operation).catch((error: unknown) =>
      log.warn("not started", { operationId, error: errorNameOf(error) }),
    );
  // An operation that has ended keeps a due time until it is closed.
  else if (dueAtMs !== undefined)
    await closeOperation(dependencies, operation).catch(() => undefined);
}
