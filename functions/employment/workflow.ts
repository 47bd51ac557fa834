import { takesAccess } from "../../shared/event-types.ts";
import type {
  StartedOperation,
  WorkflowOutcome,
} from "../../shared/store/operation.ts";
import { requireNoOutage } from "../../shared/workflow/choose-pause.ts";
import { createWorkflow } from "../../shared/workflow/create-workflow.ts";
import { findEventData } from "../../shared/workflow/read-event-data.ts";
import { settle } from "../../shared/workflow/settle.ts";
import { hireSchema } from "../onboarding/event.ts";
import { beginAdoption } from "./adopt.ts";
import { becomeRunner, type Begun, sayRuling } from "./begin.ts";
import type {
  EmploymentDependencies,
  EmploymentRun,
} from "./employment-run.ts";
import { extrasOf } from "./extras/extras.ts";
import { compareHire, addExtras } from "./extras/add-extras.ts";
import { recordExtras, recordFailure } from "./record.ts";
import { outcomeOf, runEmployee } from "./runner.ts";
import { createRunnerRun } from "./runner-run.ts";

/** The operation goes on in another execution, which writes its outcome. */
const goesOn = { status: "running" };

/**
 * The workflow of all events of an employment. Each execution adds the statement of its event to the employee. If no
 * other execution works for the employee, it becomes the runner, which does what follows from all statements:
 *
 *     say ─> look ─> do ─> look again ... ─> record and release
 */
export function createEmployment(dependencies: EmploymentDependencies) {
  return createWorkflow(dependencies, {
    name: "employment",
    // Until the first run ends, the person has access. A deletion after the grace period, or a return, can wait.
    callClassOf: (operation) => (isDisabling(operation) ? "disable" : "other"),
    countCalls,
    first: sayRuling,
    say: async (run: EmploymentRun) =>
      isAdoption(run) ? undefined : becomeRunner(run),
    execute: async (run: EmploymentRun, said) =>
      (await runOperation(run, said)) ?? goesOn,
  });
}

/** An adoption must find its person before it says anything, in steps of its own. */
function isAdoption({ operation }: EmploymentRun): boolean {
  return operation.type === "employee.adopted";
}

/**
 * @param said - undefined if the first step of the execution has not said the statement
 * @returns undefined when another execution writes the outcome
 */
async function runOperation(
  run: EmploymentRun,
  said: Begun | undefined,
): Promise<Pick<WorkflowOutcome, "status" | "reason"> | undefined> {
  const runner = createRunnerRun(run);
  const begun = await settle(
    requireNoOutage(run).then(
      () =>
        said ??
        (isAdoption(run)
          ? beginAdoption(runner)
          : run.steps.store("say", () => becomeRunner(run))),
    ),
  );
  // Nothing was said, so there is nothing to release.
  if (!begun.ok)
    return recordFailure(runner, await outcomeOf(run, begun.failure));
  const { look, answers } = begun.value;
  Object.assign(runner.answers, answers);
  const done = look && (await runEmployee(runner, look));
  // A workflow must not end while a branch runs.
  if (!done?.hasExtras)
    for (const { uploading } of runner.begunExtras.values()) await uploading;
  if (done?.ended) return done.ended;
  if (!done?.hasExtras && !done?.isCompared) return undefined;
  const finish = done.isCompared ? compareHire : addExtras;
  const ended = await settle(finish(runner, run.operation.id));
  const failed = ended.ok ? undefined : await outcomeOf(run, ended.failure);
  return recordExtras(runner, failed);
}

/** About how many calls an operation makes when each succeeds. The count of contents reserves its own calls. */
async function countCalls(run: EmploymentRun): Promise<number> {
  const [own, others] = await Promise.all([countOwn(run), countOthers(run)]);
  return own + others;
}

async function countOwn(run: EmploymentRun): Promise<number> {
  const { operation, templates } = run;
  switch (operation.type) {
    case "employee.hired": {
      // Upload, list and attach.
      if (operation.phase === "avatar") return 3;
      const hire = await findEventData(run, hireSchema);
      if (!hire) return 1;
      const { hasAvatar, tasks, streams } = extrasOf(hire, templates);
      return 1 + (hasAvatar ? 2 : 0) + tasks + streams;
    }
    case "employee.terminated":
      // Disable by a read and a write; or read, delete, read again, read the list of people and read once more.
      return isDisabling(operation) ? 2 : 5;
    default:
      // A read and a write.
      return 2;
  }
}

/** The calls for other operations of the employee, whose moves an operation does after an outage has blocked it. */
async function countOthers({
  operation: { id, employeeId, blockedSinceMs },
  store,
}: EmploymentRun): Promise<number> {
  if (blockedSinceMs === undefined) return 0;
  const item = await store.employees.get(employeeId);
  if (item?.personID === undefined) return 0;
  const others = item.unfinished.filter((one) => one.id !== id);
  // A read and a write for each, and a read of the person after a write without an answer.
  return 2 * others.length + (item.person.is === "unsure" ? 1 : 0);
}

function isDisabling({ type, phase }: StartedOperation): boolean {
  return phase === undefined && takesAccess(type);
}
