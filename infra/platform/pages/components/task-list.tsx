import { Day, Section } from "./parts.tsx";
import type { Profile } from "../views/profile.ts";

type TaskListProps = { tasks: NonNullable<Profile["tasks"]> };

/** The viewer's own tasks. */
export function TaskList({ tasks }: TaskListProps) {
  return (
    <Section title="Your tasks" note="Only you see these">
      {tasks.length === 0 ? (
        <p class="muted">No tasks.</p>
      ) : (
        <ul class="divided">
          {tasks.map(({ subject, dueAtMs, isOverdue }) => (
            <li class="row apart">
              <span>{subject}</span>
              <span class={isOverdue ? "toned bad" : "muted"}>
                {isOverdue ? "Overdue since " : "Due "}
                <Day atMs={dueAtMs} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
