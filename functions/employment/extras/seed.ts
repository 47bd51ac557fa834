import { formatDate, parseDate } from "../../../shared/community/dates.ts";
import type {
  NewTask,
  Task,
} from "../../../shared/community/person-resources.ts";
import type { Attempt } from "../../../shared/workflow/steps.ts";
import type { HireRun } from "./hire-reader.ts";
import { chooseTasksAndStreams } from "./choose-tasks-and-streams.ts";
import { startDayOf } from "./start-day.ts";
import { ApiError, isRefusedSignIn } from "../../../shared/community/errors.ts";
import { foldCase } from "../../../shared/fold-case.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import { toStepFailure } from "../../../shared/workflow/failure.ts";
import { StepFailure } from "../../../shared/step-failure.ts";

/**
 * Step "seed tasks": creates the first tasks of a new person, as that person. They are the tasks of the event. If the
 * event names none, the templates choose them.
 *
 * A repeated attempt first lists the tasks that exist, and creates only the missing ones. It compares subject and due
 * date, and counts equal tasks, because a hire may ask for two.
 */
export function seedTasks(run: HireRun): Promise<Seeded> {
  return run.steps.sideEffect(
    run.nameOf("seed tasks"),
    (attempt) => refusalAsResult(attempt, run, () => createTasks(run, attempt)),
    { mayHaveRun: run.wasBegunBefore },
  );
}

async function createTasks(
  { reader, templates, zone }: HireRun,
  attempt: Attempt,
): Promise<Seeded> {
  const hire = await reader.hire();
  const employee = await reader.employee(attempt);
  // Intentionally not the time of this event: if another operation adds the extras, the due dates must be the same.
  const start = startDayOf(
    hire.startDate,
    employee.hiredAtMs,
    hire.zone ?? zone,
  );
  const { tasks: chosen } = chooseTasksAndStreams(hire, templates, start.date);
  const wanted = chosen.map((task) => ({
    subject: task.subject,
    dueAtMs: start.dueAtMsOf(task),
  }));
  const { personID: id } = employee;
  const { tasks } = await reader.asPerson(employee);
  const missing = attempt.mayHaveRun
    ? without(wanted, await Array.fromAsync(tasks.list(id)))
    : wanted;
  await allOrFirstFailure(missing.map((task) => tasks.create(id, task)));
  return {};
}

function without(wanted: readonly NewTask[], existing: Task[]): NewTask[] {
  const counts = new Map<string, number>();
  for (const { subject = "", dueDate = "" } of existing)
    addTo(counts, keyOf(subject, dueDate), 1);
  return wanted.filter(({ subject, dueAtMs }) => {
    const key = keyOf(subject, formatDate(dueAtMs));
    const exists = (counts.get(key) ?? 0) > 0;
    if (exists) addTo(counts, key, -1);
    return !exists;
  });
}

function keyOf(subject: string, dueDate: string): string {
  // The platform may return a date with another offset, so instants are compared.
  return `${dueDate && parseDate(dueDate)} ${subject}`;
}

function addTo(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Step "seed streams": creates the custom streams of a new person, as that person. A name that exists is done. */
export function seedStreams(run: HireRun): Promise<Seeded> {
  return run.steps.sideEffect(
    run.nameOf("seed streams"),
    (attempt) =>
      refusalAsResult(attempt, run, () => createStreams(run, attempt)),
    { mayHaveRun: run.wasBegunBefore },
  );
}

async function createStreams(
  { reader, templates }: HireRun,
  attempt: Attempt,
): Promise<Seeded> {
  const hire = await reader.hire();
  const { streams: names } = chooseTasksAndStreams(hire, templates);
  const employee = await reader.employee(attempt);
  const { personID: id } = employee;
  const { streams } = await reader.asPerson(employee);
  const listMissing = async () => {
    const existing = await Array.fromAsync(streams.list(id));
    const taken = new Set(existing.map(({ name }) => name && foldCase(name)));
    return names.filter((name) => !taken.has(foldCase(name)));
  };

  const wanted = attempt.mayHaveRun ? await listMissing() : names;
  const created = await allOrFirstFailure(
    wanted.map((name) =>
      streams.create(id, name).then(() => true, falseOnConflict),
    ),
  );
  // A 409 means either that the name exists, which is fine, or that the limit of streams is reached.
  const missing = created.includes(false) ? (await listMissing()).length : 0;
  return missing === 0 ? {} : { refused: "platform-refused-409" };
}

function falseOnConflict(error: unknown): false {
  if (error instanceof ApiError && error.status === 409) return false;
  throw error;
}

/** Why some of the items are not created, and why a retry would not help. */
type Seeded = { refused?: ReasonCode };

/** A new account may need a moment until its person can sign in. */
const maxRefusedSignIns = 3;

/**
 * A platform that does not offer tasks or streams (an older version, a limit, no sign-in by password) is a result,
 * because a repetition would not change it. An employee who has left, and an initial password that was changed or
 * erased are results, too. Other failures are thrown.
 */
async function refusalAsResult(
  { attempt }: Attempt,
  { wasBegunBefore }: { wasBegunBefore: boolean },
  seed: () => Promise<Seeded>,
): Promise<Seeded> {
  try {
    return await seed();
  } catch (error) {
    if (isRefusedSignIn(error)) {
      // The person may have signed in since the first run, and changed the password.
      const refused = wasBegunBefore
        ? "tasks-not-seeded"
        : "person-not-admitted";
      if (attempt >= maxRefusedSignIns) return { refused };
      throw new StepFailure("person-not-admitted", { retryable: true });
    }
    const failure = toStepFailure(error);
    if (failure.code === "password-erased")
      return { refused: "tasks-not-seeded" };
    const isFinal = error instanceof ApiError && !failure.retryable;
    if (isFinal || failure.code === "left-since")
      return { refused: failure.code };
    throw failure;
  }
}

/** Like Promise.all, but a rejection waits for the others, so that no call is still running afterwards. */
async function allOrFirstFailure<T>(
  calls: readonly Promise<T>[],
): Promise<T[]> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}
