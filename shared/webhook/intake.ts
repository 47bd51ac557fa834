import type { StartWorkflow } from "../workflow/execution.ts";
import type { Store } from "../store/store.ts";
import type { Operation } from "../store/operation.ts";
import type { Log } from "../log.ts";
import { instantOf } from "../zoned-time.ts";
import { accept } from "./accept.ts";
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
  /** IANA name of the time zone in which a day without a time is meant. */
  zone: string;
  nowMs: () => number;
  log: Log;
};

/** An event of an authentic caller, as it came. */
export type ReceivedEvent = {
  caller: Pick<Caller, "name" | "scopes">;
  deliveryId: string;
  /** The same, where it is an id by its scheme, and no text of the sender's: then the log may say it. */
  signedId?: string | undefined;
  fingerprint: string;
  /** The envelope, unchecked. */
  document: unknown;
};

export type IntakeResult =
  | { outcome: "accepted"; operation: Operation }
  | { outcome: "invalid"; errors: ValidationIssue[] }
  | { outcome: "forbidden" }
  /** The delivery id was used before for something else. */
  | { outcome: "conflict" };

type ValidationResult =
  | { outcome: "valid"; envelope: Envelope; employeeId: string }
  | Extract<IntakeResult, { outcome: "invalid" | "forbidden" }>;

/** What every transport does with an event of an authentic caller: schema, scope, store, start. */
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
    const accepted = await accept(
      {
        id: operationIdOf(caller.name, deliveryId),
        type,
        caller: caller.name,
        employeeId,
        fingerprint,
        eventAtMs,
        data,
        avatar,
        keepUntilMs,
        dueAtMs: due ? instantOf(due.date, due.edge, zone) : 0,
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
