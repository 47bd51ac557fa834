import type { PlatformContext } from "../../http/context.ts";
import type { StoredPerson, Task } from "../../state/platform-state.ts";
import { viewActivities, type ActivityView } from "./activity.ts";
import { listContents } from "./content-index.ts";
import { viewContent, type ContentView } from "./content-view.ts";
import { findPersonView, viewPerson, type PersonView } from "./person-view.ts";
import { latestStatusEntries, viewStatus, type Status } from "./status.ts";

const maxContents = 5;

export type Profile = {
  person: PersonView;
  status: Status | undefined;
  isViewer: boolean;
  /** Epoch milliseconds; absent if the requester may not know. */
  memberSinceMs: number | undefined;
  manager: PersonView | undefined;
  reports: readonly PersonView[];
  /** The latest, newest first. The entry of the current status is not among them. */
  activities: readonly ActivityView[];
  /** The latest, newest first. */
  contents: readonly ContentView[];
  contentCount: number;
  /** By due date; absent if they are not the requester's. */
  tasks: readonly (Task & { isOverdue: boolean })[] | undefined;
};

/**
 * All that the page of a person shows to this requester. The page shows manager, reports and tasks only where the API
 * offers them as resources of the person.
 */
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
  const status = viewStatus(stored, latestStatusEntries(state).get(id));
  const contents = listContents(context, { authorID: id });
  return {
    person,
    status,
    isViewer: requester.id === id,
    memberSinceMs:
      person.published === undefined ? undefined : stored.publishedAtMs,
    manager: lines
      .filter(({ personID }) => has("manager") && personID === id)
      .flatMap(({ managerID }) => view(managerID))[0],
    reports: lines
      .filter(({ managerID }) => has("reports") && managerID === id)
      .flatMap(({ personID }) => view(personID)),
    activities: viewActivities(state, id, status?.activityID),
    contents: contents
      .slice(0, maxContents)
      .map((content) => viewContent(context, requester, content)),
    contentCount: contents.length,
    tasks: has("tasks")
      ? state.tasks
          .of(id)
          .map((task) => ({ ...task, isOverdue: task.dueAtMs < nowMs }))
          .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
      : undefined,
  };
}
