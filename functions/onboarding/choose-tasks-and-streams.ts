import type { Hire, HireTask } from "./hire.ts";
import {
  type Condition,
  placeholderPattern,
  type TemplateRule,
} from "./templates.ts";

/** The fields of a hire that a condition may name. */
const conditionFields = ["department", "location", "company", "title"] as const;

/** The tasks and streams that a new person gets, and the names of the rules that decided it. */
export type Chosen = {
  tasks: readonly HireTask[];
  streams: readonly string[];
  templates: string[];
};

/**
 * Chooses the tasks and streams of a hire: those of the event, and those of the rules for what the event does not name.
 * The first rule that matches decides. A rule with `merge` adds its tasks and streams, and the rules below it are tried
 * too.
 *
 * @param startDay - `{startDate}` in a subject, as `2026-01-31`
 */
export function chooseTasksAndStreams(
  hire: Hire,
  rules: readonly TemplateRule[],
  startDay = "",
): Chosen {
  const { tasks, streams } = hire;
  if (tasks !== undefined && streams !== undefined)
    return { tasks, streams, templates: [] };
  const taken = takenRules(hire, rules);
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

function takenRules(
  hire: Hire,
  rules: readonly TemplateRule[],
): readonly TemplateRule[] {
  const matching = rules.filter(({ when = {} }) =>
    conditionFields.every((field) => {
      const condition = when[field];
      return condition === undefined || isMet(condition, hire[field]);
    }),
  );
  const last = matching.findIndex(({ merge }) => merge !== true);
  return last === -1 ? matching : matching.slice(0, last + 1);
}

function isMet(condition: Condition, value: string | undefined): boolean {
  if ("isPresent" in condition)
    return condition.isPresent === (value !== undefined);
  if (value === undefined) return false;
  return "startsWith" in condition
    ? fold(value).startsWith(fold(condition.startsWith))
    : condition.some((one) => fold(one) === fold(value));
}

/** Stream names are unique without regard to case. */
function withoutRepeated(names: readonly string[]): string[] {
  const keys = names.map(fold);
  return names.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

function fold(value: string): string {
  return value.normalize("NFC").toLowerCase();
}

function fillSubject(
  subject: string,
  { name: { givenName, familyName } }: Hire,
  startDate: string,
): string {
  const asksForBoth =
    subject.includes("{givenName}") && subject.includes("{familyName}");
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
