import type { Hire, HireTask } from "../../onboarding/event.ts";
import { foldCase } from "../../../shared/fold-case.ts";
import {
  placeholderPattern,
  takeRules,
  type TemplateRule,
} from "../../../shared/person/templates.ts";

/** The tasks and streams that a new person gets, and the names of the rules that decided it. */
export type Chosen = {
  tasks: readonly HireTask[];
  streams: readonly string[];
  templates: string[];
};

/**
 * Chooses the tasks and streams of a hire: those of the event, and those of the rules for what the event does not name.
 *
 * @param startDay - `{startDate}` in a subject, as `2026-01-31`
 */
export function chooseTasksAndStreams(
  hire: Hire,
  rules: readonly TemplateRule[],
  startDay = "",
): Chosen {
  const { tasks, streams } = hire;
  const taken = takeRules(hire, rules);
  return {
    tasks:
      tasks ??
      taken
        .flatMap((rule) => rule.tasks ?? [])
        .map(({ subject, dueInDays }) => ({
          subject: fillSubject(subject, hire, startDay),
          dueInDays,
        })),
    streams:
      streams ?? withoutRepeated(taken.flatMap((rule) => rule.streams ?? [])),
    templates: taken.map(({ name }) => name),
  };
}

/** Stream names are unique without regard to case. */
function withoutRepeated(names: readonly string[]): string[] {
  const keys = names.map(foldCase);
  return names.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

function fillSubject(
  subject: string,
  { name: { givenName, familyName } }: Hire,
  startDate: string,
): string {
  const asksForBoth =
    subject.includes("{givenName}") && subject.includes("{familyName}");
  // A person may have one name only. A subject that asks for both has it once.
  const values = new Map([
    ["{givenName}", givenName ?? (asksForBoth ? "" : familyName)],
    ["{familyName}", familyName ?? (asksForBoth ? "" : givenName)],
    ["{startDate}", startDate],
  ]);
  return subject
    .replaceAll(
      placeholderPattern,
      (placeholder) => values.get(placeholder) ?? placeholder,
    )
    .replaceAll(/ {2,}/g, " ")
    .trim();
}
