import { hourMs } from "../../../shared/durations.ts";
import type { Button } from "./adapter.ts";

/**
 * What a user can do with a status that was set or shown. The command of the longer status names its end, so a second
 * click changes nothing more.
 *
 * @param status - its text is empty for no status
 */
export function buttonsFor({
  text,
  expiresAtMs,
}: {
  text: string;
  expiresAtMs?: number | undefined;
}): readonly Button[] {
  if (text === "") return [];
  const clear = { label: "Clear", command: "clear" };
  if (expiresAtMs === undefined) return [clear];
  const end = new Date(expiresAtMs + hourMs).toISOString();
  return [
    { label: "1 hour longer", command: `set ${text} until ${end}` },
    clear,
  ];
}
