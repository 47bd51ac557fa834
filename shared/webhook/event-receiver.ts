import * as z from "zod/mini";
import { type IntakeDependencies, createIntake } from "./intake.ts";
import type { Caller, Callers } from "./callers.ts";
import { fingerprintOf } from "./delivery.ts";
import { isDeeperThan } from "./depth.ts";
import type { EventKinds } from "./envelope.ts";
import type { ValidationIssue } from "./problem.ts";

/** An event of our bus: `detail-type` is its type, `detail` its data. */
const busEventSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  source: z.string(),
  "detail-type": z.string(),
  time: z.string(),
  detail: z.unknown(),
});

/** What EventBridge Scheduler sends for a schedule that we declared. */
const scheduledEventSchema = z.object({
  source: z.literal("aws.scheduler"),
  schedule: z.string().check(z.minLength(1)),
  scheduledTime: z.string().check(z.minLength(1)),
  type: z.string(),
  data: z.unknown(),
});

export type EventReceiverDependencies = IntakeDependencies & {
  callers: Pick<Callers, "identifySource">;
};

/** No event of ours is nearly as deep. */
const maxLevels = 32;

/**
 * Why an event was not taken, for whoever looks into the failure destination: a code and JSON Pointers, never a value.
 * Lambda hands the event over to that destination because this is thrown.
 */
export class RefusedEventError extends Error {
  override readonly name = "RefusedEventError";
}

/**
 * The pipeline for events that come from EventBridge, by our bus or from a schedule, instead of over HTTP. Who may send
 * is pinned by the bus's policy and rules; what a source may ask for, by its entry among the callers.
 *
 * @throws RefusedEventError for an event that is malformed or not allowed; nothing is dropped in silence
 */
export function createEventReceiver(
  kinds: EventKinds,
  dependencies: EventReceiverDependencies,
): (event: unknown) => Promise<void> {
  const submit = createIntake(kinds, dependencies);
  const { callers, log } = dependencies;

  return async (event) => {
    const read = readEvent(event);
    const caller = read && (await callers.identifySource(read.source));
    if (!caller) throw refuse(read ? "unknown-source" : "not-an-event");
    const submitted = await submit(receivedEventOf(read, caller));
    if (submitted.outcome === "accepted") return;
    throw refuse(
      submitted.outcome === "invalid"
        ? `invalid: ${submitted.errors.map(withoutTheirNames).join("; ")}`
        : submitted.outcome,
    );
  };

  function refuse(reason: string): RefusedEventError {
    log.error("refused", { reason: reason.split(":")[0] });
    return new RefusedEventError(reason);
  }
}

/** A field that we do not know has a name of the sender's choice, and so has one whose name is wrong. */
function withoutTheirNames({ pointer, detail }: ValidationIssue): string {
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  if (detail === "is not a known field")
    return `${parent} has a field that is not known`;
  return detail.startsWith("its name ")
    ? `${parent} has a field: ${detail}`
    : `${pointer} ${detail}`;
}

type ReadEvent = { source: string; deliveryId: string; document: unknown };

function readEvent(event: unknown): ReadEvent | undefined {
  if (isDeeperThan(maxLevels, event)) return undefined;
  const scheduled = scheduledEventSchema.safeParse(event);
  if (scheduled.success) {
    const { source, schedule, scheduledTime, type, data } = scheduled.data;
    return {
      source,
      // A schedule that fires twice for one time fires once.
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

function receivedEventOf({ deliveryId, document }: ReadEvent, caller: Caller) {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return {
    caller,
    deliveryId,
    signedId: deliveryId,
    document,
    fingerprint: fingerprintOf(bytes),
  };
}
