import { dayMs } from "../../shared/durations.ts";
import { employments } from "../../shared/employment/employments.ts";
import type {
  Limit,
  Ruling,
  Settings,
  Statement,
} from "../../shared/employment/statement.ts";
import { wanted } from "../../shared/employment/wanted.ts";
import { takesAccess } from "../../shared/event-types.ts";
import type { LimitName } from "../../shared/store/daily-limits.ts";
import type { Operation } from "../../shared/store/operation.ts";
import type { Verb } from "../../shared/store/verbs.ts";
import { clockAt } from "../../shared/zoned-time.ts";

/** The settings that decide what a ruling comes to. */
export type RulingSettings = Settings & {
  /** An IANA name. */
  zone: string;
};

/** What an operator has decided with a verb, as a statement about the employment. Undefined: nothing. */
export function rulingOf(
  verb: Verb,
  operation: Pick<Operation, "id" | "type" | "reason" | "run">,
  statements: readonly Statement[],
  { zone, ...settings }: RulingSettings,
  atMs: number,
): Ruling | undefined {
  const { id, run, reason } = operation;
  const holds = employments(statements, settings);
  const { because = id } = wanted(holds, atMs);
  // A limit can be shown by another operation than the one whose word it holds.
  const held = reason === "rename-limit" ? id : because;
  const rule = (about: string, ruling: RulingPart): Ruling => ({
    kind: "ruled",
    id: `${id} ${verb} ${run}`,
    atMs,
    ownDay: Math.floor(clockAt(atMs, zone) / dayMs),
    about,
    ...ruling,
  });
  switch (verb) {
    case "retry":
      return undefined;
    case "resolve": {
      const verdict = holds.verdicts.get(id);
      const isPast = verdict?.is === "overtaken" || verdict?.is === "repeats";
      // Who repaired an end by hand has not taken it back.
      const isEnd = verdict?.is === "in-force" && takesAccess(operation.type);
      return isPast || isEnd ? undefined : rule(id, { ruling: "rejected" });
    }
    case "release": {
      if (reason === "person-has-contents") return undefined;
      const limit = isLimit(reason) ? limitsByReason[reason] : undefined;
      return limit
        ? rule(held, { ruling: "released", limit })
        : rule(id, { ruling: "released" });
    }
    case "reject": {
      const isDeletion =
        reason === "deletion-limit" || reason === "person-has-contents";
      if (isDeletion) return rule(held, { ruling: "kept" });
      return rule(isLimit(reason) ? held : id, { ruling: "rejected" });
    }
    case "cancel":
    case "enable":
      return rule(id, { ruling: "cancelled" });
    case "confirm-gone":
      return rule(id, { ruling: "confirmed-gone" });
    case "delete-now":
      return rule(id, { ruling: "delete-now" });
  }
}

type RulingPart =
  | { ruling: Exclude<Ruling["ruling"], "released"> }
  | { ruling: "released"; limit?: Limit };

const limitsByReason: Record<LimitName, Limit> = {
  "disable-limit": "disable",
  "deletion-limit": "delete",
  "rename-limit": "rename",
};

function isLimit(reason: string | undefined): reason is LimitName {
  return reason !== undefined && Object.hasOwn(limitsByReason, reason);
}
