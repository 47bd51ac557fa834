import { bambooHr } from "./bamboohr.ts";
import { bambooHrFields } from "./bamboohr-fields.ts";
import { deel } from "./deel.ts";
import { greenhouse } from "./greenhouse.ts";
import { hiBob } from "./hibob.ts";
import { okta } from "./okta.ts";
import { personio } from "./personio.ts";
import type { Preset } from "./preset.ts";

/**
 * Google Chat, messages to an HTTP endpoint, with the authentication audience "Project number". The entry of the caller
 * names the project as `audience`.
 *
 * Confirmed by Google's documentation: the issuer, who signs its tokens itself, and the address of its keys. With the
 * authentication audience "HTTP endpoint URL", tokens have another issuer: docs/sources/google-chat.md has that entry.
 *
 * @see developers.google.com: "Verify requests from Google Chat"
 */
const googleChatPreset: Preset = {
  scheme: "jwt",
  chat: "google-chat",
  issuer: "chat@system.gserviceaccount.com",
  jwksUrl:
    "https://www.googleapis.com/service_accounts/v1/jwk/chat@system.gserviceaccount.com",
};

/**
 * Discord, interactions by HTTP. The entry of the caller has the public key of the application as its key.
 *
 * Confirmed by Discord's documentation: the headers, and the signed text.
 *
 * @see discord.com/developers/docs: "Interactions", "Validating Security Request Headers"
 */
const discordPreset: Preset = {
  scheme: "ed25519",
  chat: "discord",
  header: "x-signature-ed25519",
  timestampHeader: "x-signature-timestamp",
  template: "{timestamp}{body}",
};

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
