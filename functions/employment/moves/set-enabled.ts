import type { SeenPerson } from "../../../shared/employment/move.ts";
import { isUncertain } from "../../../shared/reason-codes.ts";
import { changePerson } from "../../../shared/person/change-person.ts";
import { requireKnown } from "../../../shared/person/known-person.ts";
import { type Employee, namesOf } from "../../../shared/store/employee.ts";
import { lateWriteMs, type Lease } from "../../../shared/store/leases.ts";
import { toStepFailure } from "../../../shared/workflow/failure.ts";
import type { Look, MakeMove, RunnerRun } from "../employment-run.ts";
import { stateOf } from "../../../shared/store/state-of.ts";

/** Step "disable person": the person can neither sign in nor be seen. */
export const makeDisable: MakeMove<"disable"> = (run, { move, because }) =>
  setEnabled(run, { isEnabled: false, because }, (item) => ({
    is: "disabled",
    sinceMs: run.nowMs(),
    for: move.for,
    fields: item.seenFields ?? [],
  }));

/** Step "enable person": the person can sign in and be seen again. Other changes to the person stay. */
export const makeEnable: MakeMove<"enable"> = (run) =>
  setEnabled(run, { isEnabled: true }, (item) => ({
    is: "enabled",
    fields: item.seenFields ?? [],
  }));

/** Whether the person gets access, and which termination or suspension takes it. */
type Access = { isEnabled: boolean; because?: string | undefined };

type Done = { look: Look; isDoubtful: boolean };

/** If an earlier write may arrive late, the step is repeated after that time. It writes only what differs. */
async function setEnabled(
  run: RunnerRun,
  access: Access,
  after: (item: Employee) => SeenPerson,
): Promise<Look> {
  const { isEnabled } = access;
  const { steps, context, nameOf } = run;
  const name = isEnabled ? "enable person" : "disable person";
  const set = (looksAgain: boolean) => () =>
    setOnce(run, access, after, looksAgain);
  const first = await steps.sideEffect(nameOf(name), set(true));
  if (!first.isDoubtful) return first.look;
  const again = nameOf(`${name} again`);
  const seconds = lateWriteMs / 1_000;
  await context.wait(`before ${again}`, { seconds });
  const { look } = await steps.sideEffect(again, set(false));
  return { ...first.look, ...look };
}

async function setOnce(
  run: RunnerRun,
  { isEnabled, because }: Access,
  after: (item: Employee) => SeenPerson,
  looksAgain: boolean,
): Promise<Done> {
  const { store, operation, key } = run;
  const item = await run.item();
  const person = after(item);
  const { limits } = item;
  const state = stateOf({ ...item, person }, run, run.nowMs());
  const seen = { limits, person, state };
  const of = isEnabled ? "enable" : "disable";
  const before = { person: { is: "unsure" as const, of } as const };
  const writes = {
    ...store.employees.leaseOf(key, seen, before),
    looksAgain,
  };
  try {
    const { isDoubtful } = await store.leases.hold(
      operation.employeeId,
      operation.id,
      writes,
      async (lease) => {
        await writeEnabled(run, item, lease, isEnabled);
        // The late write may have arrived between our read and our write.
        if (lease.isDoubtful) await writeEnabled(run, item, lease, isEnabled);
        return lease;
      },
    );
    return { isDoubtful, look: await run.noted(seen) };
  } catch (error) {
    const { code, retryable } = toStepFailure(error);
    const isCertain = !retryable && !isUncertain(code);
    // Who is not there is gone, or hidden from us: an operator decides.
    const isMissing = code === "person-missing" && because !== undefined;
    const found: SeenPerson = isMissing
      ? { is: "unsure", of: "delete", because }
      : item.person;
    if ((isCertain || isMissing) && code !== "employee-changed")
      await run.write({ set: { person: found } });
    throw error;
  }
}

/** docs/interface.md, §3: `svc.enabled` and `svc.visible`. */
async function writeEnabled(
  run: RunnerRun,
  item: Employee,
  lease: Lease,
  isEnabled: boolean,
): Promise<void> {
  const { personID = "" } = item;
  await changePerson(
    run.platformAuth.service,
    personID,
    lease,
    async (person) => {
      await requireKnown(run, person, namesOf(item));
      const { svc } = person;
      return svc?.enabled === isEnabled && svc.visible === isEnabled
        ? undefined
        : {
            ...person,
            svc: { ...svc, enabled: isEnabled, visible: isEnabled },
          };
    },
  );
}
