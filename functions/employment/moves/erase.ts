import { fieldsOfNext } from "../../../shared/employment/wanted.ts";
import {
  type Employee,
  fieldsOfPerson,
} from "../../../shared/store/employee.ts";
import { inTurns } from "../../../shared/in-turns.ts";
import { isSettled } from "../../../shared/store/operation.ts";
import type { Look, MakeMove, RunnerRun } from "../employment-run.ts";
import { situationOf } from "../look.ts";

const erasedAtOnce = 25;
const limits = ["disable", "delete", "rename"] as const;

/**
 * Step "erase": erases what we keep of a person who is gone: links, identities, refs, and the data of the events of the
 * employment that has ended. What was said about the employment stays.
 */
export const makeErase: MakeMove<"erase"> = async (run) => {
  const look = await run.steps.store(run.nameOf("erase"), () => erase(run));
  // For the next person of the employee, the limits are asked again.
  for (const limit of limits) delete run.answers[limit];
  return look;
};

async function erase(run: RunnerRun): Promise<Look> {
  const { store, operation } = run;
  const { identities, persons, operations, payloads } = store;
  const { id, employeeId } = operation;
  const item = await run.item();
  const { personID } = item;
  const all = await operations.ofEmployee(
    employeeId,
    Number.POSITIVE_INFINITY,
    // The index may lack these operations for a moment.
    [item.operationId, item.statusBy].filter((one) => one !== undefined),
  );
  const needed = neededOf(run, item);
  const past = all.filter((one) => isSettled(one) && !needed.has(one.id));
  // A status that waits for its end, for example, is cancelled. If it has changed meanwhile, only its data is erased.
  await Promise.all(
    past
      .filter(({ status }) => status === "waiting")
      .map(
        async (one) =>
          (await operations.cancel(one, `operation:${id}`, "left", id)) ??
          (await payloads.erase(one)),
      ),
  );
  await Promise.all([
    ...(item.identities ?? []).map((one) =>
      identities.unlink(one.kind, one.id, employeeId),
    ),
    ...(personID === undefined ? [] : [persons.unlink(personID, employeeId)]),
    run.eraseScimUsers?.(employeeId, (hireId) => needed.has(hireId)),
  ]);
  // In turns, because an employee may have set thousands of statuses.
  const ended = past.filter(({ status }) => status !== "waiting");
  await inTurns(ended, erasedAtOnce, (one) => payloads.erase(one));
  const withRefs = all.filter(
    ({ result }) =>
      result?.personID === personID &&
      Object.keys(result?.refs ?? {}).length > 0,
  );
  await inTurns(withRefs, erasedAtOnce, (one) => operations.forgetRefs(one.id));
  return run.write({
    set: { person: { is: "gone", holdsData: false }, limits: {} },
    remove: fieldsOfPerson,
  });
}

/** The operations that are not done, and those whose data the next person of the employee is created with. */
function neededOf(run: RunnerRun, item: Employee): Set<string> {
  const { timeline, nowMs } = situationOf(item, run, run.nowMs());
  return new Set([
    ...item.unfinished.map(({ id }) => id),
    ...fieldsOfNext(timeline, nowMs).map(({ by }) => by),
  ]);
}
