import { timelineOf } from "../employment/timeline-of.ts";
import { say as sayTo } from "../employment/say.ts";
import type { SeenPerson } from "../employment/move.ts";
import type { Settings, Statement, WordOf } from "../employment/statement.ts";
import type { Employee, EmployeePatch, OpenOperation } from "./employee.ts";
import { isFreeFor, type RunnerKey, type Saying } from "./employees.ts";
import type { Warning } from "./operation.ts";
import type { Store } from "./store.ts";
import { StepFailure } from "../step-failure.ts";

type SayDependencies = Settings & {
  store: { employees: Pick<Store["employees"], "get" | "say"> };
  nowMs: () => number;
};

/** What the same write does, unless another runner is at work. */
type Also = {
  /** Who becomes the runner. */
  key?: RunnerKey;
  /** While another runner is at work, nothing is said: the caller tries again later. @default it is said at once */
  onlyIfFree?: boolean;
  set: (next: Employee) => Promise<NonNullable<EmployeePatch["set"]>>;
};

/** An employee without any statement. */
const newItem = {
  version: 0,
  statements: [],
  unfinished: [],
  person: { is: "none" },
  limits: {},
  state: "expected",
} satisfies Employee;

/** A write is lost if others said something at the same moment. After this many, the step is repeated. */
const maxRaces = 10;

/**
 * Says something about an employee, and opens its operation. What was said before is not said again, but the runner
 * at work looks at the operation again.
 *
 * @param statement - makes the statement for the employee as read, again after a lost race. It resolves to undefined if
 *   only the operation is to be opened
 * @param open - without it, no operation is opened
 * @throws StepFailure `employee-changed`, worth another attempt
 */
export async function sayStatement(
  { store: { employees }, nowMs, ...settings }: SayDependencies,
  employeeId: string,
  statement: (said: Employee | undefined) => Promise<Statement | undefined>,
  open?: OpenOperation,
  also?: Also,
): Promise<Employee> {
  let read = await employees.get(employeeId);
  for (let race = 1; race <= maxRaces; race++) {
    const said = await statement(read);
    const saying = sayingOf(read, said, open, settings, nowMs());
    const mayAct = isFreeFor(read?.runner, also?.key, nowMs());
    if (read && also?.onlyIfFree && !mayAct) return read;
    const next = { ...newItem, ...read, ...saying };
    const written = await employees.say(
      employeeId,
      read,
      { ...saying, ...(mayAct && (await also?.set(next))) },
      mayAct ? also?.key : undefined,
    );
    if (written.applied) return written.item;
    read = written.item;
  }
  throw new StepFailure("employee-changed", { retryable: true });
}

function sayingOf(
  read: Employee | undefined,
  said: Statement | undefined,
  open: OpenOperation | undefined,
  settings: Settings,
  nowMs: number,
): Saying {
  const { person, statements: before, unfinished } = read ?? newItem;
  const { statements, timeline, verdict } = said
    ? sayTo(before, said, { ...settings, person, nowMs })
    : {
        statements: before,
        timeline: timelineOf(before, settings),
        verdict: undefined,
      };
  const all = said ? [...before, said] : before;
  /** Notes at an operation what its statement came to, once that is merged with others or dropped. */
  const withVerdict = (one: OpenOperation): OpenOperation => {
    const word = all.find(({ id }) => id === one.id);
    if (one.verdict || !word || statements.some(({ id }) => id === one.id))
      return one;
    const own = word === said ? verdict : timeline.verdicts.get(one.id);
    if (own?.is === "repeats" || own?.is === "overtaken")
      return { ...one, verdict: own };
    const warnings = word.kind === "changed" ? outdatedOf(word, person) : [];
    return { ...one, warnings: [...(one.warnings ?? []), ...warnings] };
  };
  const opened = open && openedAgain(open, unfinished);
  const others = unfinished.filter(({ id }) => id !== open?.id);
  const newest = timeline.employments.at(-1);
  return {
    statements,
    unfinished: [...others, ...(opened ? [opened] : [])].map(withVerdict),
    hiredAtMs: newest?.startBy.atMs ?? 0,
    ...(newest && { hiredBy: newest.startCaller }),
    limits: limitsFor(said, read?.limits ?? {}),
    ...(read === undefined && { person, state: newItem.state }),
  };
}

/** An operation that is opened again forgets what it showed, so that this is written again. */
function openedAgain(
  open: OpenOperation,
  unfinished: readonly OpenOperation[],
): OpenOperation {
  const { shown: _, ...earlier } =
    unfinished.find(({ id }) => id === open.id) ?? {};
  return { ...open, ...earlier };
}

/** Other statements set the fields of a dropped change. Warns of each field that the person does not have from it. */
function outdatedOf(
  { id, fields }: WordOf<"changed">,
  person: SeenPerson,
): Warning[] {
  const has = "fields" in person ? person.fields : [];
  const isWritten = (field: string) =>
    has.some((one) => one.by === id && one.field === field);
  return fields
    .filter((field) => !isWritten(field))
    .map((about) => ({ about, reason: "newer-change" }));
}

/** A limit that holds is asked again for a new word that it could hold. A pass stays: it is good for an hour only. */
function limitsFor(
  said: Statement | undefined,
  limits: Employee["limits"],
): Employee["limits"] {
  const isLeaving = said?.kind === "terminated" || said?.kind === "suspended";
  const isNaming = said?.kind === "hired" || said?.kind === "changed";
  const { disable, delete: deletion, rename } = limits;
  const isAsked = (answer: typeof disable, isNew: boolean) =>
    answer === undefined || (isNew && answer.answer === "hold");
  return {
    ...(!isAsked(disable, isLeaving) && { disable }),
    ...(!isAsked(deletion, isLeaving) && { delete: deletion }),
    // The pass for a change that repeats the names counted no person, so it is no pass for other names.
    ...(!isNaming && rename !== undefined && { rename }),
  };
}
