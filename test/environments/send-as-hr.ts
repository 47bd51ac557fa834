import { signEvent } from "../../infra/cli/sign-event.ts";
import { hrKey, localSecrets } from "../../infra/local/credentials.ts";

const { scheme } = localSecrets.callers.hr;

/** Sends an event as the HR system does: as caller `hr`, signed with Standard Webhooks at `nowMs`. */
export function sendAsHr(
  origin: string,
  path: string,
  { id, body }: { id: string; body: string },
  nowMs: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  const signed = signEvent({ scheme, key: hrKey }, { id, body, nowMs });
  return fetch(`${origin}${path}/hr`, {
    method: "POST",
    headers: { ...signed, ...headers },
    body,
  });
}
