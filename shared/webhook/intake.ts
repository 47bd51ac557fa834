import type { StartWorkflow } from "../workflow/execution.ts";
import type { Store } from "../store/store.ts";
import type { Operation } from "../store/operation.ts";
import type { Log } from "../log.ts";
import { instantOf } from "../zoned-time.ts";
import { acceptDelivery } from "./accept-delivery.ts";
import type { Caller } from "./callers.ts";
import { operationIdOf } from "./delivery.ts";
import {
  createEnvelopeParser,
  type Envelope,
  type EventKinds,
} from "./envelope.ts";
import type { ValidationIssue } from "./problem.ts";

export type IntakeDependencies = {
  store: Pick<Store, "operations" | "payloads" | "identities">;
  startWorkflow: StartWorkflow;
  /** An IANA name. It applies to dates without a time if the event names no zone. */
  zone: string;
  nowMs: () => number;
  log: Log;
};

/** An event of an authentic caller, not yet validated. */
export type ReceivedEvent = {
  caller: Pick<Caller, "name" | "scopes">;
  deliveryId: string;
  /**
   * The delivery id if the scheme defines its form. Then it is no free text of the sender, and the log may contain it.
   */
  signedId?: string | undefined;
  fingerprint: string;
  /** The unvalidated envelope. */
  document: unknown;
};

export type IntakeResult =
  | { outcome: "accepted"; operation: Operation }
  | { outcome: "invalid"; errors: ValidationIssue[] }
  | { outcome: "forbidden" }
  /** The delivery id belongs to another event. */
  | { outcome: "conflict" };

type ValidationResult =
  | { outcome: "valid"; envelope: Envelope; employeeId: string }
  | Extract<IntakeResult, { outcome: "invalid" | "forbidden" }>;

/**
 * Creates the intake, which is the same for every transport. It takes an event of an authentic caller, checks schema
 * and scope, stores the operation and starts its workflow.
 */
export function createIntake(
  kinds: EventKinds,
  { store, startWorkflow, zone, nowMs, log }: IntakeDependencies,
) {
  const parse = createEnvelopeParser(kinds, nowMs);

  async function validate({
    caller,
    document,
  }: ReceivedEvent): Promise<ValidationResult> {
    const parsed = parse(document);
    if (!parsed.ok) {
      log.warn("invalid", { caller: caller.name, fields: parsed.fields });
      return { outcome: "invalid", errors: parsed.errors };
    }
    const { envelope } = parsed;
    const kind = kinds.find(({ type }) => type === envelope.type);
    if (!kind || !caller.scopes.includes(kind.scope)) {
      log.warn("forbidden", { caller: caller.name, type: envelope.type });
      return { outcome: "forbidden" };
    }
    const { employee } = envelope.data;
    const employeeId =
      typeof employee === "string"
        ? employee
        : await store.identities.find(employee.kind, employee.id);
    if (employeeId !== undefined)
      return { outcome: "valid", envelope, employeeId };
    const detail = "is not linked to an employee";
    return {
      outcome: "invalid",
      errors: [{ pointer: "#/data/identity", detail }],
    };
  }

  return async function submit(received: ReceivedEvent): Promise<IntakeResult> {
    const validated = await validate(received);
    if (validated.outcome !== "valid") return validated;
    const { caller, deliveryId, fingerprint } = received;
    const { envelope, employeeId } = validated;
    const { type, eventAtMs, data: incoming } = envelope;
    const { data, avatar, due, keepUntilMs } = incoming;
    const effectiveAtMs =
      due && instantOf(due.date, due.edge, due.zone ?? zone);
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
        dueAtMs: effectiveAtMs ?? 0,
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
