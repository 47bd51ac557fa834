import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import { awaitTurn } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { requireWithinLimit } from "../../shared/workflow/limits.ts";
import { settle } from "../../shared/workflow/settle.ts";
import { instantOf } from "../../shared/zoned-time.ts";
import { cancelOlderSuspensions } from "./cancel-older-suspensions.ts";
import { checkPerson } from "./check-person.ts";
import { claimSuspension } from "./claim-suspension.ts";
import type { OffboardingRun } from "./offboarding-run.ts";
import { cancelled, succeeded } from "./outcomes.ts";
import { endSuspension, runResumption } from "./run-resumption.ts";
import { suspendPerson } from "./set-person-enabled.ts";
import { suspensionSchema } from "./suspension.ts";

/**
 * A suspension:
 *
 *     read end ─> claim ─> check person ─> disable limit ─> disable ─> (until) ─> enable
 *
 * The person is disabled and kept. Without an end, the operation ends then. With one, it waits in the phase `suspended`,
 * and runs again.
 */
export async function runSuspension(
  run: OffboardingRun,
): Promise<WorkflowOutcome> {
  const { operation, store, steps, context } = run;
  if (operation.isUndone) {
    const ended = await endSuspension(run);
    return ended.status === "succeeded"
      ? cancelled("cancelled-by-caller")
      : ended;
  }
  if (operation.phase === "suspended") return endSuspension(run);
  const { untilMs, isOver } = await readEnd(run);
  if (isOver) {
    // It is over before it begins, and so is an older suspension.
    const resumed = await runResumption(run);
    return resumed.status === "succeeded" ? cancelled("expired") : resumed;
  }
  const claim = await awaitTurn(context, steps, () =>
    claimSuspension(operation, untilMs ?? undefined, store),
  );
  if (claim.kind === "outdated") return cancelled(claim.reason, claim.by);
  if (claim.kind === "unknown") throw new StepFailure("unknown-employee");
  await cancelOlderSuspensions(run);
  if (claim.kind === "claimed") {
    const { personID, isDisabled } = claim;
    await checkPerson(run, personID, false);
    if (!isDisabled)
      await requireWithinLimit(
        run,
        "disable-limit",
        personID,
        run.disableLimit,
      );
    const disabled = await settle(suspendPerson(run, personID));
    if (!disabled.ok) {
      if (disabled.failure.code !== "employee-changed") throw disabled.failure;
      // A later resumption was first, or a termination, which disables the person itself.
      if (!(await isStillOurs(run))) return cancelled("changed-since");
    }
  }
  const personID = claim.kind === "claimed" ? claim.personID : undefined;
  return untilMs === null
    ? succeeded({ personID })
    : {
        status: "waiting",
        phase: "suspended",
        dueAtMs: untilMs,
        result: personID === undefined ? undefined : { personID, refs: {} },
        warnings: [],
      };
}

/**
 * Step "read end": when the suspension ends, or null. It can run after the data of its event was erased; then the
 * employee knows its end.
 */
function readEnd({ operation, store, steps, zone, nowMs }: OffboardingRun) {
  return steps.idempotent("read end", async () => {
    const [data, employee] = await Promise.all([
      store.payloads.data(operation, suspensionSchema),
      store.employees.get(operation.employeeId),
    ]);
    const isOurs = employee?.suspendedBy === operation.id;
    if (data === undefined && !isOurs) throw new StepFailure("data-erased");
    const untilMs =
      data?.until === undefined
        ? isOurs
          ? employee.suspendedUntilMs
          : undefined
        : instantOf(data.until, "end", data.zone ?? zone);
    return {
      untilMs: untilMs ?? null,
      isOver: untilMs !== undefined && untilMs <= nowMs(),
    };
  });
}

/** Step "look again": whether this operation still suspends an employee whom a termination has disabled. */
function isStillOurs({ operation, store, steps }: OffboardingRun) {
  return steps.store("look again", async () => {
    const employee = await store.employees.get(operation.employeeId);
    if (employee?.suspendedBy !== operation.id) return false;
    if (employee.state === "active")
      throw new StepFailure("employee-changed", { retryable: true });
    return true;
  });
}
