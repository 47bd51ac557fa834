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
export const googleChatPreset: Preset = {
  scheme: "jwt",
  chat: "google-chat",
  issuer: "chat@system.gserviceaccount.com",
  jwksUrl:
    "https://www.googleapis.com/service_accounts/v1/jwk/chat@system.gserviceaccount.com",
};
