import * as z from "zod/mini";
import {
  callersSecret,
  intakeConfig,
  loopbackHttp,
  sourcesSecret,
  storeTable,
  tokensTable,
  workflowFunctions,
} from "../../shared/runtime/config.ts";
import { fromText, type ValuesOf } from "../../shared/runtime/setting.ts";
import {
  docsUrl,
  limitSettings,
  ruleSettings,
  statusMaxLength,
} from "../../shared/runtime/settings.ts";
import type { ValidationIssue } from "../../shared/webhook/problem.ts";
import { templates } from "../../shared/runtime/templates.ts";

export type RuleSettings = ValuesOf<typeof ruleSettings>;

const eventsSettings = {
  ...ruleSettings,
  statusMaxLength,
  templates,
  ...limitSettings,
};
export type EventsSettings = ValuesOf<typeof eventsSettings>;

export const eventsReceiverConfig = {
  ...intakeConfig,
  ...workflowFunctions,
  statusMaxLength,
};

export const eventsPreviewConfig = {
  storeTable,
  callersSecret,
  docsUrl,
  ...eventsSettings,
};

export const eventsWorkflowConfig = {
  storeTable,
  tokensTable,
  callersSecret,
  sourcesSecret,
  loopbackHttp,
  ...workflowFunctions,
  statusMaxLength,
  ...ruleSettings,
};

const textsSchema = z.record(z.string(), z.string());

/** The settings of the rules with other values, or what is wrong with one. */
export function changeSettings(
  settings: RuleSettings,
  changes: unknown,
): { settings: RuleSettings } | { issues: ValidationIssue[] } {
  const texts = textsSchema.safeParse(changes);
  if (!texts.success)
    return {
      issues: [{ pointer: "#", detail: "must be settings by name, as text" }],
    };
  const changed = new Map<string, unknown>();
  const issues = Object.entries(texts.data).flatMap(([name, text]) => {
    const pointer = `#/${name}`;
    const [, definition] =
      Object.entries(ruleSettings).find(([key]) => key === name) ?? [];
    if (!definition) return [{ pointer, detail: "is no setting of the rules" }];
    const { schema, rule } = definition.value;
    const parsed = z.safeParse(schema, fromText(text, schema));
    changed.set(name, parsed.data);
    return parsed.success ? [] : [{ pointer, detail: `must be ${rule}` }];
  });
  return issues.length > 0
    ? { issues }
    : { settings: { ...settings, ...Object.fromEntries(changed) } };
}
