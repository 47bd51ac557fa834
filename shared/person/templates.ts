import * as z from "zod/mini";
import { foldCase } from "../fold-case.ts";
import { streamBounds, taskBounds } from "./hire-bounds.ts";

/** The longest text that each placeholder of a subject can become. */
const placeholders = new Map([
  ["{givenName}", 100],
  ["{familyName}", 100],
  ["{startDate}", "2026-01-31".length],
]);
export const placeholderPattern = /\{[^{}]*\}/g;

/** A deployment has at most this many rules. */
export const maxRules = 100;

/** A rule that says which tasks and streams new people get. */
export type TemplateRule = z.infer<ReturnType<typeof createRuleSchema>>;
type Condition = z.infer<ReturnType<typeof createConditionSchema>>;

/** The fields of a hire that a condition may name. */
const conditionFields = ["department", "location", "company", "title"] as const;
type ConditionField = (typeof conditionFields)[number];

const optionalText = z.optional(z.string());
/** What decides which rules a hire takes. */
export const templatedHireSchema = z.object({
  ...({
    department: optionalText,
    location: optionalText,
    company: optionalText,
    title: optionalText,
  } satisfies Record<ConditionField, typeof optionalText>),
  tasks: z.optional(z.unknown()),
  streams: z.optional(z.unknown()),
});
export type TemplatedHire = z.infer<typeof templatedHireSchema>;

/**
 * The rules that a hire takes for what it does not name. The first rule that matches decides. After a rule with
 * `merge`, the rules below it are tried too. A hire that names tasks and streams takes none.
 */
export function takeRules(
  hire: TemplatedHire,
  rules: readonly TemplateRule[],
): readonly TemplateRule[] {
  if (hire.tasks !== undefined && hire.streams !== undefined) return [];
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
    ? foldCase(value).startsWith(foldCase(condition.startsWith))
    : condition.some((one) => foldCase(one) === foldCase(value));
}

/** Creates the schema of all rules, in the order in which they are tried. */
export function createRulesSchema() {
  return z
    .array(createRuleSchema())
    .check(
      z.maxLength(maxRules, `must be a list of at most ${maxRules} rules`),
      checkOrder,
    );
}

/** Refuses a rule whose name is taken, or that no hire can reach. */
function checkOrder({
  value: rules,
  issues,
}: z.core.ParsePayload<TemplateRule[]>): void {
  const names = new Set<string>();
  let isReachable = true;
  for (const [index, { name, when = {}, merge }] of rules.entries()) {
    const refuse = (message: string, ...path: string[]) =>
      issues.push({
        code: "custom",
        message,
        path: [index, ...path],
        input: undefined,
      });
    if (names.has(name)) refuse("must be unique", "name");
    if (!isReachable)
      refuse("is never reached, because a rule above it always matches");
    names.add(name);
    if (Object.keys(when).length === 0 && merge !== true) isReachable = false;
  }
}

function longestOf(subject: string): number {
  return [...subject.matchAll(placeholderPattern)].reduce(
    (length, [name]) => length - name.length + (placeholders.get(name) ?? 0),
    subject.length,
  );
}

function createRuleSchema() {
  const condition = z.optional(createConditionSchema());
  const dueInDaysError = `must be a whole number from 0 to ${taskBounds.dueInDays}`;
  return z.strictObject({
    /** Shown in each operation that took the rule. */
    name: z
      .string()
      .check(
        z.regex(
          /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]{0,58}[\p{L}\p{M}\p{N}])?$/u,
          "must be 1 to 60 letters, digits, spaces, dots, hyphens and underscores",
        ),
      ),
    /** All of the named fields must match. Without conditions the rule matches always. */
    when: z.optional(
      z.strictObject({
        department: condition,
        location: condition,
        company: condition,
        title: condition,
      } satisfies Record<ConditionField, typeof condition>),
    ),
    tasks: z.optional(
      z
        .array(
          z.strictObject({
            subject: createSubjectSchema(),
            dueInDays: z
              .int(dueInDaysError)
              .check(
                z.gte(0, dueInDaysError),
                z.lte(taskBounds.dueInDays, dueInDaysError),
              ),
          }),
        )
        .check(z.maxLength(taskBounds.count)),
    ),
    streams: z.optional(
      z
        .array(
          z
            .string()
            .check(
              z.trim(),
              z.minLength(1),
              z.maxLength(streamBounds.nameLength),
            ),
        )
        .check(z.maxLength(streamBounds.count)),
    ),
    /** Whether the rules below are tried too. @default false */
    merge: z.optional(z.boolean()),
  });
}

/** What must be true of one field. Upper and lower case are the same. */
function createConditionSchema() {
  const text = z.string().check(z.minLength(1), z.maxLength(200));
  return z.union(
    [
      z.array(text).check(z.minLength(1), z.maxLength(100)),
      z.strictObject({ startsWith: text }),
      z.strictObject({ isPresent: z.boolean() }),
    ],
    'must be a list of values, {"startsWith": "..."} or {"isPresent": true or false}',
  );
}

function createSubjectSchema() {
  return z.string().check(
    z.minLength(1),
    z.refine(
      (subject) =>
        [...subject.matchAll(placeholderPattern)].every(([name]) =>
          placeholders.has(name),
        ),
      `must have no other placeholders than ${[...placeholders.keys()].join(", ")}`,
    ),
    z.refine(
      (subject) => longestOf(subject) <= taskBounds.subjectLength,
      `must have at most ${taskBounds.subjectLength} characters, where each name counts as 100`,
    ),
  );
}
