import type { Ruling } from "../employment/statement.ts";
import type { StartWorkflow } from "../workflow/execution.ts";
import type { IntakeStore } from "../store/intake-store.ts";
import type { NewOperation, Operation } from "../store/operation.ts";
import { operationIdOf } from "./delivery.ts";
import type { EventContent, EventKinds } from "./envelope.ts";
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
  /** The operation of the event that the sender has said of the employee before, if it sends its events in an order. */
  after?: string | undefined;
  /** What an operator has decided about the event in advance. */
  ruling?: ((operationId: string) => Ruling) | undefined;
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
    const { caller, deliveryId, fingerprint, after, ruling } = received;
    const id = operationIdOf(caller.name, deliveryId);
    const { envelope, employeeId, effectiveAtMs } = validated;
    const { type, eventAtMs, data: incoming } = envelope;
    const { data, avatar, keepUntilMs } = incoming;
    const accepted = await acceptDelivery(
      {
        id,
        ...(ruling && { ruling: ruling(id) }),
        type,
        caller: caller.name,
        employeeId,
        fingerprint,
        eventAtMs,
        ...(after !== undefined && { after }),
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
    const delivery = {
      deliveryId: received.signedId,
      caller: caller.name,
      type,
    };
    if (accepted.conflict) {
      log.warn("id reused", delivery);
      return { outcome: "conflict" };
    }
    const { id: operationId, status } = accepted.operation;
    log.info("accepted", { operationId, ...delivery, status });
    return { outcome: "accepted", operation: accepted.operation };
  };
}

/** An authentic, allowed and valid event. */
type Delivery = NewOperation &
  Pick<EventContent, "data" | "avatar" | "keepUntilMs"> & {};

type AcceptedDelivery =
  | { conflict: false; operation: Operation }
  /** The delivery id belongs to another event. */
  | { conflict: true };

/**
 * Stores a delivery and then starts its workflow. In this order, no event that was answered 202 is lost. The
 * conditional write of the operation, which has small data in it, is also the duplicate check. A repeated delivery
 * starts an operation again that does not run yet. This is harmless: the execution has the same name and the same
 * payload.
 */
export async function acceptDelivery(
  { data, avatar, keepUntilMs = 0, ...newOperation }: Delivery,
  { operations, payloads }: Pick<IntakeStore, "operations" | "payloads">,
  startWorkflow: StartWorkflow,
): Promise<AcceptedDelivery> {
  const held = await payloads.place(
    newOperation,
    { data, avatar },
    Math.max(newOperation.effectiveAtMs ?? 0, keepUntilMs),
  );
  // The workflow hears an event when it arrives, and waits itself for the day that the event names.
  const { operation } = await operations.accept(newOperation, 0, held);
  if (operation.fingerprint !== newOperation.fingerprint)
    return { conflict: true };
  if (operation.status === "accepted") await startWorkflow(operation);
  return { conflict: false, operation };
}
