import { employments } from "../../shared/employment/employments.ts";
import type { SeenPerson } from "../../shared/employment/move.ts";
import type {
  Limit,
  Ruling,
  Statement,
  Word,
} from "../../shared/employment/statement.ts";
import { wanted } from "../../shared/employment/wanted.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { LimitName } from "../../shared/store/daily-limits.ts";
import { type Employee, employedStates } from "../../shared/store/employee.ts";
import type { Operation } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import type { RuleSettings } from "./config.ts";
import {
  dayOf,
  namedAt,
  saidDataSchema,
  wordOfEvent,
  type WordSettings,
} from "../../shared/person/word-of-event.ts";

export type StatementReader = {
  store: Pick<Store, "employees" | "operations" | "payloads">;
  settings: RuleSettings;
  nowMs: () => number;
};

/** What our store keeps of an employee, in the terms of the rules of the employment. */
export type KnownEmployee = {
  employee: Employee | undefined;
  operations: Operation[];
  statements: Statement[];
  person: SeenPerson;
};

/** The names of the limits in the rules of the employment. */
const limitsOfRules = {
  "disable-limit": "disable",
  "deletion-limit": "delete",
  "rename-limit": "rename",
} as const satisfies Record<LimitName, Limit>;

/**
 * Translates the stored items of an employee into statements and a person. The item of the employee says what the
 * operations said that are deleted 90 days after their end.
 *
 * @param also - operations that are known and that an index may lack for a moment
 */
export async function readStatements(
  { store, settings, nowMs }: StatementReader,
  employeeId: string,
  also: readonly string[] = [],
): Promise<KnownEmployee> {
  const employee = await store.employees.get(employeeId);
  const { operationId, terminatedBy, suspendedBy } = employee ?? {};
  const ids = [operationId, terminatedBy, suspendedBy, ...also];
  const found = await store.operations.ofEmployment(
    employeeId,
    ids.filter((id) => id !== undefined),
  );
  const operations = found.filter((one) => one.employeeId === employeeId);
  const said = await Promise.all(
    operations.map(async (one) => {
      const data = await store.payloads.data(one, saidDataSchema);
      return statementsOf(one, data, employee, settings);
    }),
  );
  const statements = said.flat();
  if (employee)
    statements.push(...statementsOfItem(employee, statements, settings));
  const holds = employments(statements, settings);
  const { reason = operationId ?? "" } = wanted(holds, nowMs());
  return {
    employee,
    operations,
    statements,
    person: personOf(employee, reason, settings.zone),
  };
}

/** What an operation says, and what operators have decided about it. */
function statementsOf(
  operation: Operation,
  data: unknown,
  employee: Employee | undefined,
  settings: WordSettings,
): Statement[] {
  const { mayOffboard = false, mayUpdate = false } = operation;
  const event = { ...operation, mayOffboard, mayUpdate, fields: [], data };
  const word = wordOfEvent(event, settings);
  if (word === undefined) return [];
  if (word.kind === "terminated" && data === undefined)
    Object.assign(word.terms, termsKept(operation));
  const judged = judgedOf(operation);
  const ruling = (rest: RulingOnly): Ruling => ({
    kind: "ruled",
    id: `${operation.id} ${rest.ruling}`,
    about: operation.id,
    atMs: operation.updatedAtMs,
    ownDay: dayOf(operation.updatedAtMs, settings.zone),
    ...rest,
  });
  return [
    judged ? { ...word, judged } : word,
    ...rulingsOf(operation, employee).map(ruling),
  ];
}

type RulingOnly =
  | { ruling: "released"; limit: Limit }
  | { ruling: "kept" | "rejected" | "cancelled" | "confirmed-gone" };

function rulingsOf(
  operation: Operation,
  employee: Employee | undefined,
): RulingOnly[] {
  const { rejectedFrom, releasedFrom, isConfirmedGone } = operation;
  const { status, reason, isUndone } = operation;
  const isKept =
    (rejectedFrom === "deletion-limit" ||
      rejectedFrom === "person-has-contents") &&
    !(employee && employedStates.includes(employee.state));
  const isCancelled =
    isUndone === true ||
    (status === "cancelled" && reason === "cancelled-by-caller");
  return [
    ...(rejectedFrom
      ? [{ ruling: isKept ? "kept" : "rejected" } as const]
      : []),
    ...(isCancelled ? [{ ruling: "cancelled" } as const] : []),
    // The rules do not ask what a person has written.
    ...(releasedFrom && releasedFrom !== "person-has-contents"
      ? [{ ruling: "released", limit: limitsOfRules[releasedFrom] } as const]
      : []),
    ...(isConfirmedGone ? [{ ruling: "confirmed-gone" } as const] : []),
  ];
}

/** Why an operation changed nothing, if it depended on what was seen when it arrived. */
function judgedOf({ type, reason }: Operation): ReasonCode | undefined {
  if (type === "employee.termination_cancelled" && reason === "already-left")
    return "deletion-began";
  return reason === "scope-missing" || reason === "deletion-began"
    ? reason
    : undefined;
}

function termsKept({ disposition, graceDays }: Operation) {
  return {
    ...(disposition !== undefined && { disposition }),
    ...(graceDays !== undefined && { graceDays }),
  };
}

/** What only the item of the employee says. */
function statementsOfItem(
  employee: Employee,
  known: readonly Statement[],
  { zone }: WordSettings,
): Word[] {
  const { generation, state, operationId = "", openedAtMs } = employee;
  const { hiredAtMs = 0, startsAtMs, terminatedAtMs, lastDayAtMs } = employee;
  const { terminatedBy = "", terminatedByCaller } = employee;
  const { terminationCancelledAtMs, suspendedBy, suspensionAtMs } = employee;
  const isLacking = (id: string, kinds: Statement["kind"][]) =>
    !known.some(
      (one) => kinds.includes(one.kind) && (id === "" || one.id === id),
    );
  const said = (id: string, atMs: number, caller = "") => ({
    id,
    atMs,
    ownDay: dayOf(atMs, zone),
    caller,
  });
  const words: Word[] = [];
  const openedMs = openedAtMs ?? Math.min(hiredAtMs, startsAtMs ?? hiredAtMs);
  if (generation > 0 && isLacking(operationId, ["hired", "adopted"])) {
    const start =
      startsAtMs === openedMs ? undefined : namedAt(startsAtMs, "start", zone);
    words.push({
      ...said(operationId, openedMs),
      kind: "hired",
      mayOffboard: true,
      mayUpdate: true,
      fields: [],
      ...(start && { start }),
    });
  }
  const hasEnded = ["leaving", "kept", "deleting", "left"].includes(state);
  if (
    hasEnded &&
    terminatedAtMs !== undefined &&
    isLacking(terminatedBy, ["terminated"])
  ) {
    const isNamed = lastDayAtMs !== terminatedAtMs;
    const lastDay = isNamed ? namedAt(lastDayAtMs, "end", zone) : undefined;
    const disposition = state === "kept" ? "disable" : "delete";
    words.push({
      ...said(terminatedBy, terminatedAtMs, terminatedByCaller),
      kind: "terminated",
      terms: { disposition, graceDays: 0 },
      ...(lastDay && { lastDay }),
    });
  }
  const isUnsaid = (atMs: number | undefined): atMs is number =>
    atMs !== undefined && !known.some((one) => one.atMs === atMs);
  if (isUnsaid(terminationCancelledAtMs))
    words.push({
      ...said("", terminationCancelledAtMs),
      kind: "termination_cancelled",
    });
  if (isUnsaid(suspensionAtMs))
    words.push(
      suspendedBy === undefined
        ? { ...said("", suspensionAtMs), kind: "resumed" }
        : suspensionOf(
            employee,
            said(suspendedBy, suspensionAtMs, employee.suspendedByCaller),
            zone,
          ),
    );
  return words;
}

function suspensionOf(
  { suspendedFromMs, suspendedUntilMs }: Employee,
  said: Pick<Word, "id" | "atMs" | "ownDay" | "caller">,
  zone: string,
): Word {
  const from = namedAt(suspendedFromMs, "start", zone);
  const until = namedAt(suspendedUntilMs, "end", zone);
  return {
    ...said,
    kind: "suspended",
    ...(from && { from }),
    ...(until && { until }),
  };
}

/** @param reason - why the person is disabled, by the rules of the employment */
function personOf(
  employee: Employee | undefined,
  reason: string,
  zone: string,
): SeenPerson {
  const { personID, isNotCreated, disabledAtMs = 0 } = employee ?? {};
  const fields = Object.entries(employee?.fieldTimes ?? {}).map(
    ([field, [dueMs, atMs]]) => ({
      field,
      by: "",
      day: dayOf(dueMs, zone),
      dueMs,
      atMs,
      isForCreation: false,
    }),
  );
  switch (employee?.state) {
    case undefined:
    case "expected":
      return { is: "none" };
    case "onboarding":
      if (personID !== undefined) return { is: "enabled", fields };
      return isNotCreated ? { is: "none" } : { is: "unsure", of: "create" };
    case "active":
      return { is: "enabled", fields };
    case "suspended":
      return {
        is: "disabled",
        sinceMs: employee.suspensionAtMs ?? 0,
        for: "suspension",
        fields,
      };
    case "leaving":
    case "kept":
      return { is: "disabled", sinceMs: disabledAtMs, for: reason, fields };
    case "deleting":
      return { is: "being-deleted" };
    case "left":
      return { is: "gone", holdsData: false };
  }
}
