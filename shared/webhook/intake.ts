import type { Ruling } from "../employment/statement.ts";
import type { StartWorkflow } from "../workflow/execution.ts";
import type { IntakeStore } from "../store/intake-store.ts";
import type { NewOperation, Operation } from "../store/operation.ts";
import { operationIdOf } from "./delivery.ts";
import {
  type EventContent,
  type EventKinds,
  createEnvelopeParser,
  type Envelope,
  type EventKind,
} from "./envelope.ts";
import { eventFactsOf } from "../event-types.ts";
import type { Log } from "../log.ts";
import { instantOf } from "../zoned-time.ts";
import type { Caller } from "./callers.ts";
import { type EventCaller, rightsOfCaller } from "../rights-of-caller.ts";
import type { ValidationIssue } from "./problem.ts";

export type IntakeDependencies = ValidationDependencies & {
  store: IntakeStore;
  startWorkflow: StartWorkflow;
};

/** An event of an authentic caller, not yet validated. */
export type ReceivedEvent = UnvalidatedEvent & {
  deliveryId: string;
  /** The delivery id if it is no free text of the sender: a scheme defines its form, or AWS or we have made it. */
  loggedId?: string | undefined;
  fingerprint: string;
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
    const { caller, deliveryId, fingerprint, ruling } = received;
    const id = operationIdOf(caller.name, deliveryId);
    const { envelope, employeeId, effectiveAtMs } = validated;
    const { type, eventAtMs, data: incoming } = envelope;
    const { data, avatar, keepUntilMs } = incoming;
    const operation = await acceptDelivery(
      {
        id,
        ...(ruling && { ruling: ruling(id) }),
        type,
        ...rightsOfCaller(caller),
        employeeId,
        fingerprint,
        eventAtMs,
        ...(effectiveAtMs !== undefined && { effectiveAtMs }),
        data,
        avatar,
        keepUntilMs,
      },
      store,
      startWorkflow,
    );
    const delivery = {
      deliveryId: received.loggedId,
      caller: caller.name,
      type,
    };
    if (!operation) {
      log.warn("id reused", delivery);
      return { outcome: "conflict" };
    }
    const { status } = operation;
    log.info("accepted", { operationId: id, ...delivery, status });
    return { outcome: "accepted", operation };
  };
}

/** An authentic, allowed and valid event. */
type Delivery = NewOperation &
  Pick<EventContent, "data" | "avatar" | "keepUntilMs">;

/**
 * Stores a delivery and then starts its workflow. In this order, no event that was answered 202 is lost. The
 * conditional write of the operation, which has small data in it, is also the duplicate check. If the operation of a
 * repeated delivery does not run yet, it is started again. This is harmless: the execution has the same name and the
 * same payload.
 *
 * @returns undefined if the delivery id belongs to another event
 */
async function acceptDelivery(
  { data, avatar, keepUntilMs = 0, ...newOperation }: Delivery,
  { operations, payloads }: Pick<IntakeStore, "operations" | "payloads">,
  startWorkflow: StartWorkflow,
): Promise<Operation | undefined> {
  const stored = await payloads.prepare(
    newOperation,
    { data, avatar },
    Math.max(newOperation.effectiveAtMs ?? 0, keepUntilMs),
  );
  const operation = await operations.accept(newOperation, stored);
  if (operation.fingerprint !== newOperation.fingerprint) return undefined;
  // The workflow starts at once, and waits itself for the day that the event names.
  if (operation.status === "accepted") await startWorkflow(operation);
  return operation;
}

export type ValidationDependencies = {
  store: Pick<IntakeStore, "identities">;
  /** An IANA name. It applies to dates without a time if the event names no zone. */
  zone: string;
  nowMs: () => number;
  log: Log;
};

/** What the validation reads of a received event. */
type UnvalidatedEvent = {
  caller: EventCaller & Pick<Partial<Caller>, "lookup">;
  /** The unvalidated envelope. */
  document: unknown;
};

export type ValidEvent = {
  outcome: "valid";
  envelope: Envelope;
  employeeId: string;
  /** When the event takes effect, if it names a time. */
  effectiveAtMs: number | undefined;
};

type InvalidEvent =
  | { outcome: "invalid"; errors: ValidationIssue[] }
  /** The caller lacks the scope, or the lookup, of the event. */
  | { outcome: "forbidden" };

/** Creates the check of schema and scope, which is the same for every transport. It also finds the employee. */
export function createEventValidation(
  kinds: EventKinds,
  { store, zone, nowMs, log }: ValidationDependencies,
) {
  const parse = createEnvelopeParser(kinds, nowMs);

  return async function validate({
    caller,
    document,
  }: UnvalidatedEvent): Promise<ValidEvent | InvalidEvent> {
    const parsed = parse(document);
    if (!parsed.ok) {
      log.warn("invalid", { caller: caller.name, fields: parsed.fields });
      return { outcome: "invalid", errors: parsed.errors };
    }
    const { envelope } = parsed;
    const kind = kinds.find(({ type }) => type === envelope.type);
    if (!kind || !maySend(caller, kind)) {
      log.warn("forbidden", { caller: caller.name, type: envelope.type });
      return { outcome: "forbidden" };
    }
    const { employee, due } = envelope.data;
    const employeeId =
      typeof employee === "string"
        ? employee
        : await store.identities.find(employee.kind, employee.id);
    if (employeeId === undefined) {
      const pointer = "#/data/identity";
      log.warn("invalid", { caller: caller.name, fields: [pointer] });
      return {
        outcome: "invalid",
        errors: [{ pointer, detail: "is not linked to an employee" }],
      };
    }
    const effectiveAtMs =
      due && instantOf(due.date, due.edge, due.zone ?? zone);
    return { outcome: "valid", envelope, employeeId, effectiveAtMs };
  };
}

function maySend(
  { scopes, lookup }: UnvalidatedEvent["caller"],
  kind: EventKind,
): boolean {
  const scope = kind.scope ?? eventFactsOf(kind.type).scope;
  return scope === "lookup" ? lookup !== undefined : scopes.includes(scope);
}
