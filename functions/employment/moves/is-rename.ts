import { isSameEmail } from "../../../shared/person/email-hash.ts";
import { isSameUsername } from "../../../shared/person/is-same-username.ts";
import { personChangeOf } from "../../../shared/person/person-patch.ts";
import type { RunnerRun } from "../employment-run.ts";
import { situationOf } from "../look.ts";
import { readSaid } from "../said-data.ts";

/**
 * Whether the next change gives the person another username or e-mail address than our store knows. A feed that repeats
 * the names of all employees every day renames nobody, and must not use up the limit.
 */
export async function isRename(run: RunnerRun): Promise<boolean> {
  const item = await run.item();
  const nowMs = run.nowMs();
  const rename = { answer: "pass" as const, atMs: nowMs };
  const limits = { ...item.limits, rename };
  const { move } = situationOf({ ...item, limits }, run, nowMs);
  if (move.do !== "change") return true;
  const { username: known, emailHash = "" } = item;
  for (const { field, by } of move.fields) {
    if (field !== "/username" && field !== "/email") continue;
    const { data } = (await readSaid(run, by)) ?? {};
    if (typeof data !== "object" || data === null) continue;
    const { username, email } = personChangeOf(data);
    if (field === "/username") {
      if (username && !isSameUsername(known, username)) return true;
      continue;
    }
    const keys = await run.platformAuth.keyring(emailHash);
    if (email && !isSameEmail(keys, emailHash, email)) return true;
  }
  return false;
}
