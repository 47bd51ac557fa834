import { formatDate, parseDate } from "../../../shared/community/dates.ts";
import type {
  NewTask,
  Task,
} from "../../../shared/community/person-resources.ts";
import type { Attempt } from "../../../shared/workflow/steps.ts";
import { type Seeded, allOrFirstFailure, refusalAsResult } from "./seeding.ts";
import type { HireRun } from "./hire-reader.ts";
import { chooseTasksAndStreams } from "./choose-tasks-and-streams.ts";
import { startDayOf } from "./start-day.ts";

/**
 * Step "seed tasks": creates the first tasks of a new person, as that person. These are the tasks of the event, or
 * those that the templates choose when the event names none.
 *
 * A repeated attempt first lists the tasks that exist and creates only the missing ones. It compares subject and due
 * date, and counts, because a hire may ask for two equal tasks.
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
  // Intentionally not the time of this event: an onboarding that is taken over must come to the same due dates.
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
