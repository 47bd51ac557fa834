import type { JournalEntry } from "../../../infra/local/platform/http/journal.ts";

/** All that took effect and stays: neither tokens nor images that nobody has yet. */
export function writesOf(played: readonly Readonly<JournalEntry>[]): string[] {
  return played
    .filter(({ applied, path }) => applied && !passing.has(path))
    .map(({ method, path }) => `${method} ${path}`)
    .sort();
}

const passing = new Set(["/login", "/profileImages/temporary"]);
