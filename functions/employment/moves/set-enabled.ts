import type { SeenPerson } from "../../../shared/employment/move.ts";
import { isUncertain } from "../../../shared/reason-codes.ts";
import { changePerson } from "../../../shared/person/change-person.ts";
import { requireKnown } from "../../../shared/person/known-person.ts";
import { type Employee, namesOf } from "../../../shared/store/employee.ts";
import type { Lease } from "../../../shared/store/leases.ts";
import { toStepFailure } from "../../../shared/workflow/failure.ts";
import type { Look, MakeMove, RunnerRun } from "../employment-run.ts";
import { countReleased } from "./ask.ts";

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

type Access = {
  /** Whether the person gets access, or loses it. */
  isEnabled: boolean;
  /** The termination or suspension that takes the access. */
  because?: string | undefined;
};

function setEnabled(
  run: RunnerRun,
  access: Access,
  after: (item: Employee) => SeenPerson,
): Promise<Look> {
  const name = access.isEnabled ? "enable person" : "disable person";
  return run.steps.sideEffect(run.nameOf(name), () =>
    setOnce(run, access, after),
  );
}

/** If an earlier write may arrive late, the person stays `unsure`, and the move is made again after that time. */
async function setOnce(
  run: RunnerRun,
  { isEnabled, because }: Access,
  after: (item: Employee) => SeenPerson,
): Promise<Look> {
  const { store, operation, key } = run;
  const item = await run.item();
  if (!isEnabled) await countReleased(run, "disable", because);
  const seen = run.withState(item, { person: after(item) });
  const before = {
    person: { is: "unsure", of: isEnabled ? "enable" : "disable" },
  } as const;
  const leaseWrites = store.employees.leaseOf(key, { before, after: seen });
  try {
    const { isDoubtful, lateWriteUntilMs } = await store.leases.withLease(
      operation.employeeId,
      operation.id,
      leaseWrites,
      async (lease) => {
        await writeEnabled(run, item, lease, isEnabled);
        // The late write may have arrived between our read and our write.
        if (lease.isDoubtful) await writeEnabled(run, item, lease, isEnabled);
        return lease;
      },
    );
    return isDoubtful
      ? { ...(await run.noted(before)), againAtMs: lateWriteUntilMs }
      : await run.noted(seen);
  } catch (error) {
    const { code, retryable } = toStepFailure(error);
    // Then the platform has refused the write, and the person is as before.
    const isCertain = !retryable && !isUncertain(code);
    // If the platform does not show the person, they are gone, or hidden from us: an operator decides.
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
