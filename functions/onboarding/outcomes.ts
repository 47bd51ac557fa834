import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { Warning, WorkflowOutcome } from "../../shared/store/operation.ts";
import type { Settled } from "../../shared/workflow/settle.ts";
import type { Upload } from "./avatar-steps.ts";
import type { Extras } from "./extras.ts";
import type { Repeated } from "./repeat-hire.ts";
import type { Seeded } from "./seeding.ts";

export function succeeded(
  warnings: Warning[],
  sameAs?: string,
): WorkflowOutcome {
  return { status: "succeeded", sameAs, warnings };
}

export function cancelled(
  reason: ReasonCode,
  sameAs?: string,
): WorkflowOutcome {
  return { status: "cancelled", reason, sameAs, warnings: [] };
}

/** The outcome of a hire whose person existed before. */
export function repeatedOutcome(
  { personID, changed, warnings }: Repeated,
  sameAs?: string,
): WorkflowOutcome {
  return {
    ...succeeded(warnings, sameAs),
    ...(changed && { result: { personID, refs: {}, changed } }),
  };
}

/** How the steps of a hire ended that follow the creation. Null: there was nothing to do. */
type Parts = {
  avatar: Settled<Upload | null>;
  tasks: Settled<Seeded | null>;
  streams: Settled<Seeded | null>;
  /** The warnings of the step "link identities". */
  identities: Warning[];
  /** The warnings of the step "compare". */
  differences: Warning[];
};

/** The outcome of a hire that created the person, or went on after an earlier run. */
export function outcomeOfHire(
  { templates }: Extras,
  { avatar, tasks, streams, identities, differences }: Parts,
  nowMs: number,
): WorkflowOutcome {
  const warnings = [
    ...identities,
    ...warningOf("avatar", missingAvatarOf(avatar)),
    ...warningOf("tasks", missingOf(tasks)),
    ...warningOf("streams", missingOf(streams)),
    ...differences,
  ];
  const chosen = templates.length > 0 && { templates };
  if (!tasks.ok || !streams.ok)
    return {
      status: "needs_attention",
      reason: "tasks-or-streams-incomplete",
      warnings,
      ...chosen,
    };
  const isPostponed = avatar.ok && avatar.value?.postponedBy !== undefined;
  return isPostponed
    ? { ...avatarFollows(warnings, nowMs), ...chosen }
    : { ...succeeded(warnings), ...chosen };
}

/** The outcome of the run that adds a postponed avatar. The other warnings are those of the first run. */
export function outcomeOfPostponedAvatar(
  avatar: Settled<Upload | null>,
  earlier: readonly Warning[],
): WorkflowOutcome {
  return succeeded([
    ...earlier.filter(({ about }) => about !== "avatar"),
    ...warningOf("avatar", missingAvatarOf(avatar)),
  ]);
}

/** A host that was slow or failed is asked for the avatar again after this time. */
const avatarFollowsAfterMs = 60_000;

function avatarFollows(warnings: Warning[], nowMs: number): WorkflowOutcome {
  const dueAtMs = nowMs + avatarFollowsAfterMs;
  return { status: "waiting", phase: "avatar", dueAtMs, warnings };
}

/** Why the person has no avatar, although one was wanted. */
function missingAvatarOf(
  avatar: Settled<Upload | null>,
): ReasonCode | undefined {
  return avatar.ok ? avatar.value?.postponedBy : avatar.failure.code;
}

/** Why tasks or streams are missing. */
function missingOf(seeding: Settled<Seeded | null>): ReasonCode | undefined {
  return seeding.ok ? seeding.value?.refused : seeding.failure.code;
}

function warningOf(about: string, reason: ReasonCode | undefined): Warning[] {
  return reason === undefined ? [] : [{ about, reason }];
}
