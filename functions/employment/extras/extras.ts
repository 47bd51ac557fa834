import type { ReasonCode } from "../../../shared/reason-codes.ts";
import type { Identity } from "../../../shared/store/employee.ts";
import type { TemplateRule } from "../../../shared/person/templates.ts";
import type { Warning } from "../../../shared/store/operation.ts";
import type { Hire } from "../../onboarding/event.ts";
import { chooseTasksAndStreams } from "./choose-tasks-and-streams.ts";

/** Which extras a hire has, and how many. It has none of their values, because the engine's history contains it. */
export type Extras = {
  hasAvatar: boolean;
  tasks: number;
  streams: number;
  hasIdentities: boolean;
  /** The names of the rules that chose tasks and streams. */
  templates: string[];
};

export function extrasOf(hire: Hire, rules: readonly TemplateRule[]): Extras {
  const { tasks, streams, templates } = chooseTasksAndStreams(hire, rules);
  return {
    hasAvatar: hire.avatar !== undefined,
    tasks: tasks.length,
    streams: streams.length,
    hasIdentities: identitiesOf(hire.identities).length > 0,
    templates,
  };
}

/**
 * What a retry adds: only the extras that the warnings of the last run name. Without such a warning, no run has come to
 * the end of the extras, and a retry adds all. Identities are linked in each case, because linking them again is
 * harmless.
 */
export function missingExtras(
  extras: Extras,
  warnings: readonly Warning[],
): Extras {
  const isNamed = (part: string) =>
    warnings.some(({ about }) => about === part);
  if (!["avatar", "tasks", "streams"].some(isNamed)) return extras;
  return {
    ...extras,
    hasAvatar: extras.hasAvatar && isNamed("avatar"),
    tasks: isNamed("tasks") ? extras.tasks : 0,
    streams: isNamed("streams") ? extras.streams : 0,
  };
}

/** The URI of the temporary image, or why its host may give the image later. */
export type Upload = { imageURI?: string; postponedBy?: ReasonCode };

/** The ids of an employee in other systems, by kind. */
export type WantedIdentities = Record<string, string> | undefined;

/** The identities of an event, as the employee's item notes them. */
export function identitiesOf(wanted: WantedIdentities = {}): Identity[] {
  return Object.entries(wanted).map(([kind, id]) => ({ kind, id }));
}

export function isNothing(extras: Extras): boolean {
  const { hasAvatar, tasks, streams, hasIdentities } = extras;
  return !hasAvatar && tasks === 0 && streams === 0 && !hasIdentities;
}
