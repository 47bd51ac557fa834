import { isDeepStrictEqual } from "node:util";
import { absent, type Where } from "../dynamodb/expressions.ts";
import { personFactOf } from "./notices.ts";
import {
  isErasable,
  type Operation,
  operationSchema,
  type PersonFact,
  type StartedOperation,
  type Step,
  type WorkflowOutcome,
} from "./operation.ts";
import { warnedMark } from "./operation-indexes.ts";
import {
  blockFields,
  missingOf,
  type OperationWriter,
} from "./operation-writer.ts";
import { keepPayload, payloadAttributes } from "./payloads.ts";

/** What happens to the payload at the end of an operation. An answer in chat that is owed needs it. */
type PayloadAtEnd =
  "erase" | "keep" | "keep for an answer" | { neededUntilMs: number };

type StoredOperation = Pick<
  Operation,
  "avatarId" | "payloadUntilMs" | "blockedSinceMs"
>;

/** What operations come to: by their own run, or by the run of another operation of the employee. */
export function createOutcomes(writer: OperationWriter) {
  const { table, setStatus, setStatusAs } = writer;

  /** The part of a write that follows from an outcome, with what becomes of the payload. */
  async function changeOf(
    stored: StoredOperation,
    outcome: WorkflowOutcome,
    payload: PayloadAtEnd,
  ) {
    const { status, reason } = outcome;
    const isWaiting = status === "waiting";
    const isPause = "blockedBy" in outcome;
    const kept = isWaiting
      ? await keepPayload(table, stored, outcome.dueAtMs)
      : typeof payload === "object"
        ? await keepPayload(table, stored, payload.neededUntilMs, {
            mayShorten: true,
          })
        : {};
    // A retry of an operation that did not succeed goes on in its phase.
    const keepsPhase = isPause || !(isWaiting || isErasable(outcome));
    const hasWarnings = outcome.warnings.length > 0;
    return {
      set: {
        ...outcome,
        ...(hasWarnings && warnedMark),
        ...kept,
      },
      remove: [
        "execution",
        "losses",
        ...(hasWarnings ? [] : Object.keys(warnedMark)),
        ...missingOf(outcome, ["dueAtMs", "reason", "sameAs", ...blockFields]),
        ...(keepsPhase ? [] : missingOf(outcome, ["phase"])),
        ...(stored.blockedSinceMs === undefined
          ? []
          : missingOf(outcome, resumeFields)),
        ...(payload === "erase" ? payloadAttributes : []),
      ],
      // Of a planned wait, the audit trail says what remains to be done.
      reason: isWaiting && !isPause ? (outcome.phase ?? reason) : reason,
    };
  }

  return {
    /**
     * Ends an operation, or lets it wait. Repeating it changes nothing. An execution that was given up as lost changes
     * nothing either. Resolves to the operation as stored afterwards.
     *
     * @param payload - what happens to it; an operation that waits keeps it. @default erases it when the operation
     *   cannot be retried
     * @param told - what was done with the person's access. It is written once
     */
    async finish(
      operation: StoredOperation &
        Pick<StartedOperation, "id" | "execution"> &
        Partial<Pick<StartedOperation, "pausedIn" | "ruling" | "told">>,
      { steps, ...outcome }: WorkflowOutcome & { steps: Record<string, Step> },
      payload: PayloadAtEnd = isErasable(outcome) ? "erase" : "keep",
      told?: PersonFact,
    ): Promise<Operation | undefined> {
      const { id, execution, pausedIn } = operation;
      const fact = told ?? personFactOf(outcome);
      const person = fact === operation.told ? undefined : fact;
      const write = async (where: Where | Where[], atEnd: PayloadAtEnd) => {
        const change = await changeOf(operation, outcome, atEnd);
        // Each step is set on its own, because others are recorded already.
        const newSteps = Object.fromEntries(
          Object.entries(steps).map(([name, step]) => [`steps.${name}`, step]),
        );
        return setStatusAs(operationSchema, id, outcome.status, {
          ...change,
          by: "workflow",
          where,
          set: { ...change.set, ...newSteps },
          // This run has added the ruling to the statements of the employee.
          remove: [...change.remove, ...(operation.ruling ? ["ruling"] : [])],
          person,
          repeats: "blockedBy" in outcome && !person ? pausedIn : undefined,
        });
      };
      const running: Where = { status: "running", execution };
      // If no answer is owed, the first write erases the payload.
      const unowed =
        payload === "keep for an answer"
          ? await write(unlessAnswerOwed(running), "erase")
          : undefined;
      const { item: stored } = unowed?.applied
        ? unowed
        : await write(running, payload);
      return stored;
    },

    /**
     * Writes the outcome of an operation that has not ended, also while it waits, after something else was said. An
     * operation stays as it is if it shows this already, or has changed since it was read.
     *
     * @param by - the operation of the runner
     * @param neededUntilMs - until when what it says is needed
     * @returns whether its status or its reason is another one now
     */
    async show(
      operation: Operation,
      outcome: WorkflowOutcome,
      by: string,
      neededUntilMs?: number,
    ): Promise<boolean> {
      const { id, status, run, reason, ruling } = operation;
      // Its run is about to say what an operator has decided, which may change the outcome.
      if (status === "accepted" && ruling) return false;
      // Without new warnings, the shown ones stay.
      const { warnings } = outcome.warnings.length > 0 ? outcome : operation;
      const all = { ...outcome, warnings };
      if (isShown(all, operation)) return false;
      const usual = isErasable(outcome) ? "erase" : "keep";
      const atEnd = neededUntilMs === undefined ? usual : { neededUntilMs };
      const written = await setStatus(id, outcome.status, {
        ...(await changeOf(operation, all, atEnd)),
        by: `operation:${by}`,
        where: { status, run },
        person: personFactOf(outcome),
      });
      return (
        written !== undefined &&
        (written.status !== status || written.reason !== reason)
      );
    },
  };
}

/** What an operation that was blocked keeps of that time if the next outcome has it, too. */
const resumeFields = ["blockedSinceMs", "pauses", "mayBeShown"] as const;

function unlessAnswerOwed(where: Where): Where[] {
  return [
    { ...where, isAnswerOwed: absent },
    { ...where, isAnswerOwed: false },
  ];
}

/** Whether an operation has all that it is to show. */
function isShown(outcome: WorkflowOutcome, operation: Operation): boolean {
  const shown = new Map<string, unknown>(Object.entries(operation));
  return (
    missingOf(outcome, mayBeMissing).every((name) => !shown.has(name)) &&
    Object.entries(outcome).every(([name, value]) =>
      isDeepStrictEqual(value, shown.get(name)),
    )
  );
}

const mayBeMissing = ["dueAtMs", "reason", "sameAs", "phase", ...blockFields];
