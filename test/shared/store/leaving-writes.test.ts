import { describe, expect, test } from "vitest";
import {
  type EmployeeWrite,
  describeWrites,
  known,
  tryWrite,
  type Write,
} from "./employee-writes.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();

/** An employee who is leaving because of `op_leave`, as the item holds it. */
const leaving = {
  generation: 2,
  state: "leaving",
  operationId: "op_hire",
  hiredAtMs: 5,
  terminatedBy: "op_leave",
  terminatedByCaller: "hr",
  terminatedAtMs: 10,
  lastDayAtMs: 11,
  disabledAtMs: 12,
} as const;
/** An employee at work, whom `op_hire` has hired. */
const active = {
  generation: 2,
  state: "active",
  operationId: "op_hire",
  hiredAtMs: 5,
} as const;
const suspended = {
  ...active,
  state: "suspended",
  suspendedBy: "op_suspend",
  suspendedByCaller: "hr",
  suspendedFromMs: 25,
  suspendedUntilMs: 30,
  suspensionAtMs: 20,
} as const;

const writes: EmployeeWrite[] = [
  [
    "a later termination of a leaver",
    leaving,
    (employees, id) =>
      employees.raiseTombstone(
        id,
        { terminatedAtMs: 20, caller: "rival" },
        leaving,
      ),
    { terminatedAtMs: 20, lastDayAtMs: 20 },
    [{ terminatedAtMs: 19 }, { hiredAtMs: 20 }, { terminatedAtMs: undefined }],
    [
      { state: "active" },
      { generation: 3 },
      { terminatedAtMs: 20 },
      { hiredAtMs: 21 },
    ],
  ],
  [
    "a termination of an employee at work",
    active,
    (employees, id) =>
      employees.terminate(
        id,
        "op_leave",
        { terminatedAtMs: 20, lastDayAtMs: 25, caller: "hr" },
        known(active),
      ),
    {
      terminatedBy: "op_leave",
      terminatedByCaller: "hr",
      terminatedAtMs: 20,
      lastDayAtMs: 25,
    },
    [
      { terminatedAtMs: 19 },
      { terminationCancelledAtMs: 19 },
      ...["onboarding", "suspended", "leaving", "kept", "deleting"].map(
        (state) => ({ state }),
      ),
    ],
    [
      { operationId: "op_other" },
      { operationId: undefined },
      { hiredAtMs: 6 },
      { terminatedBy: "op_other" },
      { terminatedAtMs: 20 },
      { terminationCancelledAtMs: 20 },
      { state: "left" },
      { state: "expected" },
    ],
  ],
  [
    "a termination in the place of an earlier one",
    leaving,
    (employees, id) =>
      employees.terminate(
        id,
        "op_later",
        { terminatedAtMs: 20, caller: "rival" },
        known(leaving),
      ),
    {
      terminatedBy: "op_later",
      terminatedByCaller: "rival",
      terminatedAtMs: 20,
      lastDayAtMs: 20,
    },
    [],
    [{ terminatedBy: undefined }, { terminatedBy: "op_other" }],
  ],
  [
    "the rejection of a termination",
    { ...active, terminatedBy: "op_leave", terminatedByCaller: "hr" },
    (employees, id) => employees.rejectTermination(id, "op_leave"),
    { terminatedBy: undefined, terminatedByCaller: undefined },
    [{ state: "onboarding" }, { state: "suspended" }],
    [
      { terminatedBy: "op_other" },
      ...["leaving", "kept", "deleting", "left"].map((state) => ({ state })),
    ],
  ],
  [
    "the end of a termination that keeps the person",
    leaving,
    (employees, id) => employees.keep(id, "op_leave"),
    { state: "kept" },
    [],
    [
      { terminatedBy: "op_other" },
      ...["active", "deleting", "left"].map((state) => ({ state })),
    ],
  ],
  [
    "the begin of a deletion",
    leaving,
    (employees, id) => employees.beginDeletion(id, "op_leave", 20),
    { state: "deleting" },
    [
      { terminationCancelledAtMs: 19 },
      ...["onboarding", "active", "suspended", "kept"].map((state) => ({
        state,
      })),
    ],
    [
      { terminatedBy: "op_other" },
      { terminationCancelledAtMs: 20 },
      { state: "left" },
      { state: "deleting", terminatedBy: "op_other" },
    ],
  ],
  [
    "the cancellation of a termination",
    leaving,
    (employees, id) => employees.cancelTermination(id, "op_leave"),
    {
      state: "active",
      terminatedBy: undefined,
      terminatedByCaller: undefined,
      disabledAtMs: undefined,
    },
    [{ state: "suspended" }, { state: "kept" }],
    [
      { terminatedBy: "op_other" },
      { suspendedBy: "op_suspend" },
      ...["onboarding", "deleting", "left"].map((state) => ({ state })),
    ],
  ],
  [
    "the cancellation of a termination of a suspended employee",
    { ...leaving, suspendedBy: "op_suspend" },
    (employees, id) =>
      employees.cancelTermination(id, "op_leave", "op_suspend"),
    {
      state: "suspended",
      terminatedBy: undefined,
      terminatedByCaller: undefined,
      disabledAtMs: undefined,
    },
    [{ state: "active" }],
    [{ suspendedBy: undefined }, { suspendedBy: "op_other" }],
  ],
  [
    "the note of a cancellation",
    leaving,
    (employees, id) => employees.noteCancellation(id, 20),
    { terminationCancelledAtMs: 20 },
    [{ terminationCancelledAtMs: 19 }],
    [{ terminationCancelledAtMs: 20 }],
  ],
  [
    "a cancellation that takes the place of the termination",
    leaving,
    (employees, id) =>
      employees.takeLeaving(id, "op_cancel", 10, known(leaving)),
    { terminatedBy: "op_cancel" },
    [{ state: "kept" }],
    [
      { terminatedBy: "op_other" },
      { terminatedAtMs: 11 },
      ...["active", "deleting", "left"].map((state) => ({ state })),
    ],
  ],
  [
    "a cancellation of a termination that has not begun",
    { ...leaving, state: "active" },
    (employees, id) =>
      employees.dropTermination(id, 10, known(leaving, { state: "active" })),
    {
      terminatedBy: undefined,
      terminatedByCaller: undefined,
      terminatedAtMs: undefined,
      lastDayAtMs: undefined,
      disabledAtMs: undefined,
    },
    [{ terminatedAtMs: 9 }],
    [
      { terminatedBy: "op_other" },
      { terminatedAtMs: 11 },
      { generation: 3 },
      { state: "leaving" },
    ],
  ],
  [
    "a suspension",
    active,
    (employees, id) =>
      employees.noteSuspension(id, known(active), {
        suspensionAtMs: 20,
        suspendedBy: "op_suspend",
        suspendedByCaller: "hr",
        suspendedUntilMs: 30,
      }),
    {
      suspensionAtMs: 20,
      suspendedBy: "op_suspend",
      suspendedByCaller: "hr",
      suspendedUntilMs: 30,
    },
    [{ suspensionAtMs: 20 }],
    [
      { suspensionAtMs: 21 },
      { suspendedBy: "op_other" },
      { terminatedBy: "op_leave" },
      { generation: 3 },
      { state: "leaving" },
    ],
  ],
  [
    "a resumption",
    suspended,
    (employees, id) =>
      employees.noteSuspension(id, known(suspended), { suspensionAtMs: 21 }),
    {
      suspensionAtMs: 21,
      suspendedBy: undefined,
      suspendedByCaller: undefined,
      suspendedFromMs: undefined,
      suspendedUntilMs: undefined,
    },
    [{ suspendedUntilMs: undefined }],
    [{ suspendedBy: undefined }, { suspendedBy: "op_other" }],
  ],
  [
    "the end of a suspension",
    suspended,
    (employees, id) => employees.endSuspension(id, "op_suspend"),
    {
      suspendedBy: undefined,
      suspendedByCaller: undefined,
      suspendedFromMs: undefined,
      suspendedUntilMs: undefined,
    },
    [{ state: "leaving" }],
    [{ suspendedBy: "op_other" }],
  ],
  [
    "the return of a person after a suspension",
    { ...active, state: "suspended" },
    (employees, id) => employees.resume(id),
    { state: "active" },
    [],
    [{ suspendedBy: "op_suspend" }, { state: "leaving" }],
  ],
  [
    "the status that a profile shows",
    { ...active, leaseBy: "op_status" },
    (employees, id) => employees.noteStatus(id, "op_status", 20),
    { statusBy: "op_status", statusAtMs: 20 },
    [{ statusBy: "op_earlier", statusAtMs: 5 }],
    [{ leaseBy: "op_other" }, { leaseBy: undefined }],
  ],
  [
    "the names that a person may have",
    {
      ...active,
      leaseBy: "op_change",
      username: "zoe",
      otherUsernames: ["zoe.l"],
      emailHash: "1.old",
    },
    (employees, id) =>
      employees.keepNames(id, "op_change", {
        usernames: ["zoe.new"],
        emailHashes: ["1.new", "1.old"],
      }),
    {
      username: "zoe.new",
      otherUsernames: undefined,
      emailHash: "1.new",
      otherEmailHashes: ["1.old"],
    },
    [],
    [{ leaseBy: "op_other" }],
  ],
  [
    "the identities of an employee",
    { ...active, leaseBy: "op_change", fieldsVersion: 3 },
    (employees, id) =>
      employees.keepIdentities(id, "op_change", 3, [
        { kind: "slack", id: "U1" },
      ]),
    { identities: [{ kind: "slack", id: "U1" }], fieldsVersion: 4 },
    [],
    [{ leaseBy: "op_other" }, { fieldsVersion: 4 }],
  ],
  [
    "the times of fields before a change that is held",
    { ...active, leaseBy: "op_change", fieldTimes: { "/title": [1, 1] } },
    (employees, id) =>
      employees.restoreFieldTimes(id, "op_change", { "/title": [0, 0] }),
    { fieldTimes: { "/title": [0, 0] } },
    [],
    [{ leaseBy: "op_other" }],
  ],
  [
    "no times of fields before a change that is held",
    { ...active, leaseBy: "op_change", fieldTimes: { "/title": [1, 1] } },
    (employees, id) => employees.restoreFieldTimes(id, "op_change", undefined),
    { fieldTimes: undefined },
    [],
    [{ leaseBy: "op_other" }],
  ],
  [
    "the end of a status, after which an earlier one returns",
    { ...active, statusBy: "op_status", statusAtMs: 20 },
    (employees, id) => employees.noteStatusBy(id, "op_status", "op_earlier"),
    { statusBy: "op_earlier" },
    [],
    [{ statusBy: "op_other" }],
  ],
  [
    "the end of the last status",
    { ...active, statusBy: "op_status", statusAtMs: 20 },
    (employees, id) => employees.noteStatusBy(id, "op_status", undefined),
    { statusBy: undefined },
    [],
    [{ statusBy: "op_other" }],
  ],
];

describeWrites(store, writes);

describe("the tombstone of an unknown employee", () => {
  const write: Write = (employees, id) =>
    employees.createTombstone(id, "op_leave", { terminatedAtMs: 20 });
  const tombstone = {
    generation: 0,
    state: "left",
    hiredAtMs: 0,
    terminatedBy: "op_leave",
    terminatedAtMs: 20,
    lastDayAtMs: 20,
  };

  test.each([
    ["no item", undefined],
    ["an employee who is expected", { state: "expected", expiresAtSeconds: 9 }],
  ])("takes the place of %s", async (_, before) => {
    expect(await tryWrite(store(), before, write)).toEqual({
      isWritten: true,
      after: tombstone,
    });
  });

  test.each(["active", "left", "leaving"])(
    "does not take the place of an employee in the state %s",
    async (state) => {
      const before = { ...active, state };
      expect(await tryWrite(store(), before, write)).toEqual({
        isWritten: false,
        after: before,
      });
    },
  );
});

test("a deletion that has begun goes on, also if a cancellation came since", async () => {
  const before = {
    ...leaving,
    state: "deleting",
    terminationCancelledAtMs: 30,
  };
  const { isWritten, after } = await tryWrite(
    store(),
    before,
    (employees, id) => employees.beginDeletion(id, "op_leave", 20),
  );
  expect({ isWritten, after }).toEqual({ isWritten: true, after: before });
});

test("a cancellation of the termination of an employee without a person leaves an expected one, who is forgotten later", async () => {
  const before = { ...leaving, state: "left" };
  const { after } = await tryWrite(store(), before, (employees, id) =>
    employees.dropTermination(id, 10, known(before)),
  );
  expect(after).toMatchObject({ state: "expected", generation: 2 });
  expect(after["expiresAtSeconds"]).toBeGreaterThan(startMs / 1_000);
  expect(after).not.toHaveProperty("terminatedBy");
});

test("the end of a termination erases what belongs to the employment, and keeps its times", async () => {
  const before = {
    ...leaving,
    state: "deleting",
    personID: "1001",
    username: "zoe",
    emailHash: "1.hash",
    suspendedBy: "op_suspend",
  };
  const write: Write = (employees, id) => employees.close(id, "op_leave");
  const { after } = await tryWrite(store(), before, write);
  expect(after).toMatchObject({
    state: "left",
    generation: 2,
    terminatedBy: "op_leave",
    terminatedAtMs: 10,
  });
  for (const name of ["personID", "username", "emailHash", "suspendedBy"])
    expect(after).not.toHaveProperty(name);
  const other = { ...before, terminatedBy: "op_other" };
  expect(await tryWrite(store(), other, write)).toEqual({
    isWritten: false,
    after: other,
  });
});
