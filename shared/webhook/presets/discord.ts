import type { Preset } from "./preset.ts";

/**
 * Discord, interactions by HTTP. The entry of the caller has the public key of the application as its key.
 *
 * Confirmed by Discord's documentation: the headers, and the signed text.
 *
 * @see discord.com/developers/docs: "Interactions", "Validating Security Request Headers"
 */
export const discordPreset: Preset = {
  scheme: "ed25519",
  chat: "discord",
  header: "x-signature-ed25519",
  timestampHeader: "x-signature-timestamp",
  template: "{timestamp}{body}",
};
