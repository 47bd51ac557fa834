import { bambooHr } from "./bamboohr.ts";
import { bambooHrFields } from "./bamboohr-fields.ts";
import { deel } from "./deel.ts";
import { discordPreset } from "./discord.ts";
import { googleChatPreset } from "./google-chat.ts";
import { greenhouse } from "./greenhouse.ts";
import { hiBob } from "./hibob.ts";
import { okta } from "./okta.ts";
import { personio } from "./personio.ts";
import type { Preset } from "./preset.ts";

/** The vendors that an entry can name as its `preset`. docs/sources has a page for each. */
export const presets: Readonly<Record<string, Preset>> = {
  bamboohr: bambooHr,
  "bamboohr-fields": bambooHrFields,
  deel,
  discord: discordPreset,
  "google-chat": googleChatPreset,
  greenhouse,
  hibob: hiBob,
  okta,
  personio,
};
