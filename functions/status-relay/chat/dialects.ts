import type { Dialect } from "./dialect.ts";
import { mattermost } from "./mattermost.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";

/** The chat products by scheme; a new one is one new file here, one among the schemes, and one line in each list. */
const dialects: Readonly<Record<string, Dialect>> = {
  slack,
  teams,
  mattermost,
};

/** Undefined for a caller that does not chat. */
export function dialectOf(scheme: string | undefined): Dialect | undefined {
  return scheme !== undefined && Object.hasOwn(dialects, scheme)
    ? dialects[scheme]
    : undefined;
}
