import type { JournalEntry } from "../../../infra/platform/http/journal.ts";

/** Every lasting change on the platform, sorted. Tokens and temporary images do not count. */
export function writesOf(
  requests: readonly Readonly<JournalEntry>[],
): string[] {
  return requests
    .filter(({ applied, path }) => applied && !passing.has(path))
    .map(({ method, path }) => `${method} ${path}`)
    .sort();
}

const passing = new Set(["/login", "/profileImages/temporary"]);
