import { hourMs, minuteMs } from "../../../shared/durations.ts";
import { timelineOf } from "../../../shared/employment/timeline-of.ts";
import { isRuled, nameFields } from "../../../shared/employment/timeline.ts";
import type { LimitAnswers } from "../../../shared/employment/move.ts";
import { limitName, isReleased } from "../../../shared/employment/next-move.ts";
import type { Limit } from "../../../shared/employment/statement.ts";
import { isSameEmail } from "../../../shared/person/known-person.ts";
import { isSameUsername } from "../../../shared/fold-case.ts";
import { personChangeOf } from "../../../shared/person/person-patch.ts";
import type { StepName } from "../../../shared/store/step-names.ts";
import type { Look, MakeMove, RunnerRun } from "../employment-run.ts";
import { lookOf, situationOf } from "../look.ts";
import { readSaid } from "../said-data.ts";
import { requireFewContents } from "./check-contents.ts";

const stepOf = {
  disable: "check disable limit",
  delete: "check deletion limit",
  rename: "check rename limit",
} as const satisfies Record<Limit, StepName>;

/**
 * Step "check disable limit", and so on: counts the person in a limit. The answer is stored with the next write. A
 * deletion that waits because of the person's contents is not counted.
 */
export const makeAsk: MakeMove<"ask"> = async (run, look) => {
  const { limit } = look.move;
  if (limit === "delete") {
    const held = await requireFewContents(run, look);
    if (held) return held;
  }
  const asked = await run.steps.store(run.nameOf(stepOf[limit]), () =>
    askLimit(run, limit),
  );
  Object.assign(run.answers, asked.answers);
  return asked.look;
};

/** Asks a limit, only in the body of a step. The caller adds the answers to those of the run. */
export async function askLimit(
  run: RunnerRun,
  limit: Limit,
): Promise<{ look: Look; answers: LimitAnswers }> {
  const { dailyLimits } = run.store;
  const item = await run.item();
  const { personID = "" } = item;
  const isCounted = limit !== "rename" || (await isRename(run));
  const name = limitName[limit];
  const isPassed = !isCounted || (await dailyLimits.allow(name, personID, run));
  const answer = isPassed ? ("pass" as const) : ("hold" as const);
  const nowMs = run.nowMs();
  // A pass is valid for an hour. If it counted no person, it is valid for a minute, for the change that follows now.
  const atMs = isCounted ? nowMs : nowMs - hourMs + minuteMs;
  const answers = { [limit]: { answer, atMs } };
  const limits = { ...item.limits, ...answers };
  const next = situationOf({ ...item, limits }, run, nowMs);
  return { look: lookOf(next), answers };
}

/** Counts the person in a limit, if an operator has released them from it. Only in the body of a step. */
export async function countReleased(
  run: RunnerRun,
  limit: Limit,
  by = "",
): Promise<void> {
  const { statements } = await run.item();
  const timeline = timelineOf(statements, run);
  // A grant is the approval of a list, which counts no person.
  const isGranted = isRuled(timeline, by, "granted", limit, run.nowMs());
  if (!isGranted && isReleased(timeline, by, limit, run.nowMs()))
    await countPerson(run, limit);
}

/** Counts the person, even if the limit is reached. Only in the body of a step. */
export async function countPerson(run: RunnerRun, limit: Limit): Promise<void> {
  const { personID = "" } = await run.item();
  const name = limitName[limit];
  await run.store.dailyLimits.allow(name, personID, run, true);
}

/**
 * Whether the next change gives the person another username or e-mail address than our store knows. A feed can repeat
 * the names of all employees every day. That is no rename, and must not use up the limit.
 */
async function isRename(run: RunnerRun): Promise<boolean> {
  const item = await run.item();
  const nowMs = run.nowMs();
  const rename = { answer: "pass" as const, atMs: nowMs };
  const limits = { ...item.limits, rename };
  const { move } = situationOf({ ...item, limits }, run, nowMs);
  // If another move comes first, the person is counted without a comparison.
  if (move.do !== "change") return true;
  const { username: known, emailHash = "" } = item;
  for (const { field, by } of move.fields) {
    if (!nameFields.includes(field)) continue;
    const said = await readSaid(run, by);
    if (!said) continue;
    const { username, email } = personChangeOf(said.data);
    if (field === "/username") {
      if (username && !isSameUsername(known, username)) return true;
      continue;
    }
    const keys = await run.platformAuth.keyring(emailHash);
    if (email && !isSameEmail(keys, emailHash, email)) return true;
  }
  return false;
}
