import * as z from "zod/mini";
import type { EventDocument } from "../store/amendments.ts";
import type {
  Operation,
  StartedOperation,
  Warning,
} from "../store/operation.ts";
import type { Store } from "../store/store.ts";
import { instantOf } from "../zoned-time.ts";
import { amendHire, type HireChange } from "./amend-hire.ts";
import type { ChangeTimes } from "./field-times.ts";

type AmendingRun = {
  /** The operation of the event that amends the hire. */
  operation: StartedOperation;
  store: Pick<Store, "operations" | "payloads">;
  /** Where a start date without a time begins, if the hire names no zone: an IANA name. */
  zone: string;
  nowMs: () => number;
};

type ReadableChange = {
  /** Reads the event's data, which must not be in the engine's history. */
  readChange: () => Promise<HireChange>;
  at: ChangeTimes;
};

type AmendedFields = {
  /** The fields that differ, as JSON Pointers. */
  changed: string[];
  /** The fields that stay, each with the reason. */
  warnings: Warning[];
};

/**
 * Amends a hire that waits for its time. A changed start date moves its due time.
 *
 * @throws StepFailure `name-required` when the change clears the only name of the hire
 * @returns undefined when the hire began meanwhile
 */
export async function amendWaiting(
  { operation, store, zone, nowMs }: AmendingRun,
  hire: Operation,
  { readChange, at }: ReadableChange,
): Promise<AmendedFields | undefined> {
  const change = await readChange();
  const bytes =
    change.avatar && "inline" in change.avatar
      ? await store.payloads.avatar(operation)
      : undefined;
  let warnings: Warning[] = [];
  const amendment = await store.operations.amend(hire, operation, (data) => {
    const amended = amendHire(data, change, at, hire);
    warnings = [
      ...amended.outdated.map((about): Warning => ({
        about,
        reason: "newer-change",
      })),
      ...amended.surplus.map((about): Warning => ({
        about,
        reason: "too-many-identities",
      })),
    ];
    const isCurrent = (name: string) => amended.current.includes(name);
    return {
      ...amended,
      avatar: isCurrent("/avatar") ? bytes : undefined,
      due:
        isCurrent("/startDate") || isCurrent("/zone")
          ? dueOf(amended.data, zone, nowMs)
          : undefined,
    };
  });
  return amendment && { changed: amendment.changed, warnings };
}

const startSchema = z.object({
  startDate: z.optional(z.string()),
  zone: z.optional(z.string()),
});

/** When a hire with this data starts. */
function dueOf(data: EventDocument, zone: string, nowMs: () => number) {
  const { startDate, zone: ownZone = zone } = startSchema.parse(data);
  if (startDate === undefined)
    return { dueAtMs: nowMs(), effectiveAtMs: undefined };
  const startsAtMs = instantOf(startDate, "start", ownZone);
  return { dueAtMs: startsAtMs, effectiveAtMs: startsAtMs };
}
