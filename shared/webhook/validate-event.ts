import { eventFactsOf } from "../event-types.ts";
import type { Log } from "../log.ts";
import type { IntakeStore } from "../store/intake-store.ts";
import { instantOf } from "../zoned-time.ts";
import type { Caller } from "./callers.ts";
import {
  createEnvelopeParser,
  type Envelope,
  type EventKind,
  type EventKinds,
} from "./envelope.ts";
import type { ValidationIssue } from "./problem.ts";

export type ValidationDependencies = {
  store: Pick<IntakeStore, "identities">;
  /** An IANA name. It applies to dates without a time if the event names no zone. */
  zone: string;
  nowMs: () => number;
  log: Log;
};

/** An event of an authentic caller, not yet validated. */
export type UnvalidatedEvent = {
  caller: Pick<Caller, "name" | "scopes"> & Partial<Pick<Caller, "lookup">>;
  /** The unvalidated envelope. */
  document: unknown;
};

export type ValidEvent = {
  outcome: "valid";
  envelope: Envelope;
  employeeId: string;
  /** When the event holds, if it names a time. */
  effectiveAtMs: number | undefined;
};

export type InvalidEvent =
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
