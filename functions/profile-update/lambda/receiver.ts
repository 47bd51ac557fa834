import { serveReceiver } from "../../../shared/runtime/serve-receiver.ts";
import { profileUpdate } from "../event.ts";

export const handler = await serveReceiver(
  "profile-update-receiver",
  profileUpdate,
);
