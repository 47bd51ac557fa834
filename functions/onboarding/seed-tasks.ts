import { formatDate, parseDate } from "../../shared/community/dates.ts";
import type { NewTask, Task } from "../../shared/community/tasks.ts";
import type { Attempt } from "../../shared/workflow/steps.ts";
import { type HireRecord, personOf } from "./hire-record.ts";
import { dueAtMsOf, instantMsOf } from "./due-dates.ts";
import type { HireTask } from "./hire.ts";
import { asSeeding, type Seeded, settleAll } from "./seeding.ts";

/**
 * Creates the first tasks of a new person, as that person. The tasks of the event, else those of the template.
 *
 * A repeated attempt first lists what is there and creates only what is missing, comparing subject and due date by
 * count: two equal tasks may be meant.
 */
export async function seedTasks(
  hireRecord: HireRecord,
  template: readonly HireTask[],
  attempt: Attempt,
): Promise<Seeded> {
  const { tasks: chosen = template, startDate } = await hireRecord.hire();

  return asSeeding(attempt, async () => {
    const employee = await hireRecord.employee();
    // Not this event's time: an onboarding that is taken over must come to the same dates.
    const startMs =
      startDate === undefined ? employee.openedAtMs : instantMsOf(startDate);
    const wanted = chosen.map((task) => ({
      subject: task.subject,
      dueAtMs: dueAtMsOf(task, startMs),
    }));
    const { id } = personOf(employee);
    const { tasks } = await hireRecord.asPerson(employee);
    const missing = attempt.mayHaveRun
      ? without(wanted, await Array.fromAsync(tasks.list(id)))
      : wanted;
    await settleAll(missing.map((task) => tasks.create(id, task)));
    return { created: wanted.length };
  });
}

function without(wanted: readonly NewTask[], existing: Task[]): NewTask[] {
  const left = new Map<string, number>();
  for (const { subject = "", dueDate = "" } of existing)
    count(left, keyOf(subject, dueDate), 1);
  return wanted.filter(({ subject, dueAtMs }) => {
    const key = keyOf(subject, formatDate(dueAtMs));
    const found = (left.get(key) ?? 0) > 0;
    if (found) count(left, key, -1);
    return !found;
  });
}

function keyOf(subject: string, dueDate: string): string {
  // The platform may give a date back with another offset.
  return `${dueDate && parseDate(dueDate)} ${subject}`;
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
