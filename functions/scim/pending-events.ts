import { createHash } from "node:crypto";
import { parseJson } from "../../shared/parse-json.ts";
import type { IntakeStore } from "../../shared/store/intake-store.ts";
import type { Operation } from "../../shared/store/operation.ts";
import type { PendingEvent, ScimUser } from "../../shared/store/scim-user.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { operationIdOf } from "../../shared/webhook/delivery.ts";
import type { EventKinds } from "../../shared/webhook/envelope.ts";
import {
  createIntake,
  type IntakeDependencies,
} from "../../shared/webhook/intake.ts";
import { waitUntilSettled } from "../../shared/webhook/prefer-wait.ts";
import type { ValidationIssue } from "../../shared/webhook/problem.ts";
import { createEventValidation } from "../../shared/webhook/validate-event.ts";
import type { EventWord } from "./events-of.ts";
import { ScimError } from "./scim-error.ts";

export type PendingEventsDependencies = Omit<IntakeDependencies, "store"> & {
  store: IntakeStore;
  sleepMs: (durationMs: number) => Promise<void>;
};

/** Who changes users, and until when the answer may wait for the work. */
export type Requester = { caller: Caller; deadlineMs: number };

/** What the next events of a user follow. */
export type LastOfUser = Pick<ScimUser, "id" | "turn" | "atMs" | "operationId">;

/** The events of users: from the item of the user to the intake, and what became of them. */
export function createPendingEvents(
  kinds: EventKinds,
  dependencies: PendingEventsDependencies,
) {
  const { store, nowMs, sleepMs } = dependencies;
  const { operations } = store;
  // The item of the user orders its events. A clock that is behind that of another function must not change their times.
  const ofIntake = { ...dependencies, nowMs: () => Infinity };
  const submit = createIntake(kinds, ofIntake);
  const validate = createEventValidation(kinds, ofIntake);

  return {
    /** Gives events their ids and times, each later than the event of the user before it, which it names. */
    timed(
      { name }: Caller,
      { id, turn, atMs, operationId }: LastOfUser,
      words: readonly EventWord[],
    ): { atMs: number; pending: PendingEvent[] | undefined } {
      const firstMs = Math.max(nowMs(), atMs + 1);
      const deliveryIdOf = (index: number) => `scim ${id} ${turn + 1}.${index}`;
      const pending = words.map(({ type, data }, index) => ({
        deliveryId: deliveryIdOf(index),
        type,
        atMs: firstMs + index,
        data: JSON.stringify(data),
        after:
          index === 0
            ? operationId
            : operationIdOf(name, deliveryIdOf(index - 1)),
      }));
      return {
        atMs: pending.at(-1)?.atMs ?? atMs,
        pending: pending.length > 0 ? pending : undefined,
      };
    },

    /** @throws ScimError if an event would be refused, before anything is stored */
    async requireValid(
      caller: Caller,
      pending: readonly PendingEvent[] = [],
    ): Promise<void> {
      for (const event of pending)
        requireAccepted(
          await validate({ caller, document: documentOf(event) }),
        );
    },

    /** Hands events over to the intake. Again is harmless: they have the same ids. */
    async handOver(
      caller: Caller,
      pending: readonly PendingEvent[],
    ): Promise<void> {
      for (const event of pending)
        requireAccepted(
          await submit({
            caller,
            document: documentOf(event),
            deliveryId: event.deliveryId,
            signedId: event.deliveryId,
            fingerprint: fingerprintOf(event),
            after: event.after,
          }),
        );
    },

    /** The operation when it does not run any more, or as it is when the time is up. */
    async settled(
      { deadlineMs }: Requester,
      id: string | undefined,
    ): Promise<Operation | undefined> {
      // The events are accepted already, so a failed read must not become an error answer.
      const operation = await operations.get(id).catch(() => undefined);
      const waitMs = deadlineMs - nowMs();
      return (
        operation &&
        waitUntilSettled(operation, operations, waitMs, { nowMs, sleepMs })
      );
    },
  };
}

/** The operations of events, in their order. */
export function operationIdsOf(
  { name }: Caller,
  pending: readonly PendingEvent[] = [],
): string[] {
  return pending.map(({ deliveryId }) => operationIdOf(name, deliveryId));
}

function documentOf({ type, atMs, data }: PendingEvent): unknown {
  const timestamp = new Date(atMs).toISOString();
  return { type, timestamp, data: parseJson(data) };
}

function fingerprintOf(event: PendingEvent): string {
  return createHash("sha256").update(JSON.stringify(event)).digest("base64url");
}

/** What is wrong is said by our names of the fields, which are those of SCIM or explain themselves. */
function requireAccepted(
  result: { outcome: string } & { errors?: readonly ValidationIssue[] },
): void {
  if (result.outcome === "forbidden")
    throw new ScimError(403, "the key does not have the scope of this request");
  if (result.outcome !== "invalid") return;
  const details = (result.errors ?? []).map(
    ({ pointer, detail }) => `${pointer.replace("#/data/", "")} ${detail}`,
  );
  throw new ScimError(400, details.join("; "), "invalidValue");
}
