import type { PlatformContext } from "../http/context.ts";
import type { Activity, StoredPerson, Task } from "../state/platform-state.ts";
import { findPersonView, viewPerson, type PersonView } from "./person-view.ts";

const maxActivities = 20;

export type Profile = {
  person: PersonView;
  isViewer: boolean;
  /** Epoch milliseconds; absent where the requester may not know. */
  memberSinceMs: number | undefined;
  manager: PersonView | undefined;
  reports: readonly PersonView[];
  /** The latest, newest first. */
  activities: readonly Activity[];
  /** By due date; absent where they are not the requester's. */
  tasks: readonly (Task & { isOverdue: boolean })[] | undefined;
};

/** All that the page of a person shows to this requester; what is a resource of the person, only where it is one. */
export function viewProfile(
  context: PlatformContext,
  requester: StoredPerson,
  stored: StoredPerson,
): Profile {
  const { state, options } = context;
  const { id } = stored;
  const person = viewPerson(context, requester, stored);
  const nowMs = options.nowMs();
  const view = (personID: string) =>
    findPersonView(context, requester, personID) ?? [];
  const has = (resource: string) => person.resources[resource] !== undefined;
  const lines = state.reportingLines.all();
  return {
    person,
    isViewer: requester.id === id,
    memberSinceMs:
      person.published === undefined ? undefined : stored.publishedAtMs,
    manager: lines
      .filter(({ personID }) => has("manager") && personID === id)
      .flatMap(({ managerID }) => view(managerID))[0],
    reports: lines
      .filter(({ managerID }) => has("reports") && managerID === id)
      .flatMap(({ personID }) => view(personID)),
    activities: state.activities
      .all()
      .filter(({ authorID }) => authorID === id)
      .toSorted((a, b) => b.publishedAtMs - a.publishedAtMs)
      .slice(0, maxActivities),
    tasks: has("tasks")
      ? state.tasks
          .ownedBy(id)
          .map((task) => ({ ...task, isOverdue: task.dueAtMs < nowMs }))
          .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
      : undefined,
  };
}
