import { serveReceiver } from "../../../shared/runtime/serve-receiver.ts";
import { offboarding } from "../event.ts";

export const handler = await serveReceiver("offboarding-receiver", offboarding);
