import { serveReceiver } from "../../../shared/runtime/serve-receiver.ts";
import { onboarding } from "../event.ts";

export const handler = await serveReceiver("onboarding-receiver", onboarding);
