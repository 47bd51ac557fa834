import type { StartWorkflow } from "../workflow/execution.ts";
import type { IntakeStore } from "../store/intake-store.ts";
import type { Operation } from "../store/operation.ts";
import { acceptDelivery } from "./accept-delivery.ts";
import { operationIdOf } from "./delivery.ts";
import type { EventKinds } from "./envelope.ts";
import {
  createEventValidation,
  type InvalidEvent,
  type UnvalidatedEvent,
  type ValidationDependencies,
} from "./validate-event.ts";

export type IntakeDependencies = ValidationDependencies & {
  store: IntakeStore;
  startWorkflow: StartWorkflow;
};

/** An event of an authentic caller, not yet validated. */
export type ReceivedEvent = UnvalidatedEvent & {
  deliveryId: string;
  /**
   * The delivery id if the scheme defines its form. Then it is no free text of the sender, and the log may contain it.
   */
  signedId?: string | undefined;
  fingerprint: string;
};

export type IntakeResult =
  | { outcome: "accepted"; operation: Operation }
  | InvalidEvent
  /** The delivery id belongs to another event. */
  | { outcome: "conflict" };

/**
 * Creates the intake, which is the same for every transport. It takes an event of an authentic caller, checks schema
 * and scope, stores the operation and starts its workflow.
 */
export function createIntake(
  kinds: EventKinds,
  dependencies: IntakeDependencies,
) {
  const { store, startWorkflow, log } = dependencies;
  const validate = createEventValidation(kinds, dependencies);

  return async function submit(received: ReceivedEvent): Promise<IntakeResult> {
    const validated = await validate(received);
    if (validated.outcome !== "valid") return validated;
    const { caller, deliveryId, fingerprint } = received;
    const { envelope, employeeId, effectiveAtMs } = validated;
    const { type, eventAtMs, data: incoming } = envelope;
    const { data, avatar, keepUntilMs } = incoming;
    const accepted = await acceptDelivery(
      {
        id: operationIdOf(caller.name, deliveryId),
        type,
        caller: caller.name,
        employeeId,
        fingerprint,
        eventAtMs,
        ...(effectiveAtMs !== undefined && { effectiveAtMs }),
        mayOffboard: caller.scopes.includes("offboard"),
        mayUpdate: caller.scopes.includes("update"),
        data,
        avatar,
        keepUntilMs,
      },
      store,
      startWorkflow,
    );
    if (accepted.conflict) return { outcome: "conflict" };
    const { id: operationId, status } = accepted.operation;
    log.info("accepted", {
      operationId,
      deliveryId: received.signedId,
      caller: caller.name,
      type,
      status,
    });
    return { outcome: "accepted", operation: accepted.operation };
  };
}
