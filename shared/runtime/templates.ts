import {
  createRulesSchema,
  maxRules,
  type TemplateRule,
} from "../person/templates.ts";
import { largeSetting } from "./setting.ts";
import { lazyValue } from "./values.ts";

/** Tasks and streams of a new person whose event names none. The first rule that matches decides. */
export const templates = largeSetting(
  "TEMPLATES",
  lazyValue<TemplateRule[]>(
    `a list of at most ${maxRules} rules, each with a unique name ([Templates](#templates))`,
    createRulesSchema,
  ),
  [],
);
