import * as z from "zod/mini";
import {
  type IntakeDependencies,
  type IntakeResult,
  createIntake,
} from "./intake.ts";
import type { Callers } from "./callers.ts";
import { fingerprintOf } from "../fingerprint.ts";
import { exceedsDepth, maxLevelsOfEvent } from "./exceeds-depth.ts";
import type { EventKinds } from "./envelope.ts";
import type { RejectionReason } from "./schemes/scheme.ts";
import { withoutSenderNames } from "./validation-issues.ts";

/** An event of our bus: `detail-type` is the type of the event, `detail` its data. */
const busEventSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  source: z.string(),
  "detail-type": z.string(),
  time: z.string(),
  detail: z.unknown(),
});

/** The input that EventBridge Scheduler sends for a schedule that we declared. */
const scheduledEventSchema = z.object({
  source: z.literal("aws.scheduler"),
  schedule: z.string().check(z.minLength(1)),
  scheduledTime: z.string().check(z.minLength(1)),
  type: z.string(),
  data: z.unknown(),
});

/** Why an event was refused. The intake gives the other codes. */
type RefusalCode =
  | "not-an-event"
  | Extract<RejectionReason, "unknown-source">
  | Exclude<IntakeResult["outcome"], "accepted">;

/**
 * Says in the failure destination why an event was refused: a code and JSON Pointers, never a value. Lambda sends the
 * event to that destination because the handler throws this error.
 */
export class RefusedEventError extends Error {
  override readonly name = "RefusedEventError";
}

/**
 * Creates the receiver of events from EventBridge, from our bus or from a schedule. The policy and the rules of the
 * bus decide which sources may send. The source's entry in the callers secret decides which events it may send.
 *
 * @throws RefusedEventError for an event that is malformed or not allowed; no event is dropped silently
 */
export function createEventReceiver(
  kinds: EventKinds,
  dependencies: IntakeDependencies & {
    callers: Pick<Callers, "identifySource">;
  },
): (event: unknown) => Promise<void> {
  const submit = createIntake(kinds, dependencies);
  const { callers, log } = dependencies;

  return async (event) => {
    const read = readEvent(event);
    const caller = read && (await callers.identifySource(read.source));
    if (!caller) throw logRefusal(read ? "unknown-source" : "not-an-event");
    const { deliveryId, document } = read;
    const submitted = await submit({
      caller,
      deliveryId,
      loggedId: deliveryId,
      document,
      fingerprint: fingerprintOf(JSON.stringify(document)),
    });
    if (submitted.outcome === "accepted") return;
    throw submitted.outcome === "invalid"
      ? logRefusal("invalid", submitted.errors.map(withoutSenderNames))
      : logRefusal(submitted.outcome);
  };

  function logRefusal(
    code: RefusalCode,
    details: readonly string[] = [],
  ): RefusedEventError {
    log.error("refused", { reason: code });
    return new RefusedEventError(
      details.length === 0 ? code : `${code}: ${details.join("; ")}`,
    );
  }
}

type SourceEvent = { source: string; deliveryId: string; document: unknown };

function readEvent(event: unknown): SourceEvent | undefined {
  if (exceedsDepth(maxLevelsOfEvent, event)) return undefined;
  const scheduled = scheduledEventSchema.safeParse(event);
  if (scheduled.success) {
    const { source, schedule, scheduledTime, type, data } = scheduled.data;
    return {
      source,
      // EventBridge Scheduler may send the same scheduled time twice. Both are then one delivery.
      deliveryId: `${schedule} ${scheduledTime}`,
      document: { type, timestamp: scheduledTime, data },
    };
  }
  const bus = busEventSchema.safeParse(event);
  if (!bus.success) return undefined;
  const { id, source, time, detail } = bus.data;
  return {
    source,
    deliveryId: id,
    document: { type: bus.data["detail-type"], timestamp: time, data: detail },
  };
}
