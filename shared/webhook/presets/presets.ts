import { bambooHrFields } from "./bamboohr-fields.ts";
import type { Preset } from "./preset.ts";

/** The vendors that an entry can name as its `preset`. */
export const presets: Readonly<Record<string, Preset>> = {
  "bamboohr-fields": bambooHrFields,
};
