import {
  type EmployeeWrite,
  describeWrites,
  known,
} from "./employee-writes.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();

/** An employee whose person is not created yet. */
const onboarding = {
  generation: 2,
  state: "onboarding",
  operationId: "op_hire",
  hiredAtMs: 5,
  openedAtMs: 5,
  passwordSalt: "1.salt",
  isNotCreated: true,
} as const;
const person = {
  personID: "1001",
  refs: undefined,
  username: "zoe",
  emailHash: "1.hash",
};
const active = {
  generation: 2,
  state: "active",
  operationId: "op_hire",
  hiredAtMs: 5,
  personID: "1001",
} as const;
const leaving = {
  ...active,
  state: "leaving",
  terminatedBy: "op_leave",
  terminatedAtMs: 10,
  lastDayAtMs: 11,
  disabledAtMs: 12,
} as const;
const left = {
  generation: 2,
  state: "left",
  hiredAtMs: 5,
  terminatedBy: "op_leave",
  terminatedByCaller: "hr",
  terminatedAtMs: 10,
  expiresAtSeconds: 9,
} as const;
const opening = {
  operationId: "op_again",
  hiredAtMs: 20,
  passwordSalt: "1.other",
  username: "zoe",
};
const opened = {
  ...opening,
  generation: 3,
  state: "onboarding",
  openedAtMs: 20,
  expiresAtSeconds: undefined,
};
const notTerminated = {
  terminatedBy: undefined,
  terminatedByCaller: undefined,
};
const rehireOf = (employeeId: string, effectiveAtMs?: number) => ({
  id: "op_again",
  employeeId,
  eventAtMs: 20,
  effectiveAtMs,
});

/** The writes refuse each of these states. */
const inStates = (...states: string[]) => states.map((state) => ({ state }));

const writes: EmployeeWrite[] = [
  [
    "another hire of an employee who has left",
    left,
    (employees, id) => employees.open(id, opening, known(left)),
    { ...opened, ...notTerminated },
    [{ state: "expected" }],
    [
      { generation: 3 },
      { terminatedAtMs: 11 },
      { terminatedAtMs: undefined },
      { suspensionAtMs: 1 },
      ...inStates("onboarding", "active", "leaving", "kept", "deleting"),
    ],
  ],
  [
    "a hire that leaves a later termination in force",
    left,
    (employees, id) => employees.open(id, opening, known(left), false),
    opened,
    [],
    [],
  ],
  [
    "a hire with an earlier suspension of an employee who has left",
    { ...left, suspensionAtMs: 19, suspendedBy: "op_suspend" },
    (employees, id) =>
      employees.open(
        id,
        opening,
        known(left, { suspensionAtMs: 19, suspendedBy: "op_suspend" }),
      ),
    { ...opened, ...notTerminated, suspendedBy: undefined },
    [],
    [{ suspensionAtMs: 18 }],
  ],
  [
    "a hire with a suspension of the same time of an employee who has left",
    { ...left, suspensionAtMs: 20, suspendedBy: "op_suspend" },
    (employees, id) =>
      employees.open(
        id,
        opening,
        known(left, { suspensionAtMs: 20, suspendedBy: "op_suspend" }),
      ),
    { ...opened, ...notTerminated },
    [],
    [],
  ],
  [
    "the hand-over of an unfinished onboarding",
    onboarding,
    (employees, id) => employees.takeOver(id, known(onboarding), "op_again"),
    { operationId: "op_again" },
    [{ state: "active" }],
    [
      { operationId: "op_other" },
      { passwordSalt: "1.other" },
      { passwordSalt: undefined },
      { terminatedBy: "op_leave" },
      ...inStates("suspended", "leaving", "kept", "deleting", "left"),
    ],
  ],
  [
    "the note that no person was created",
    { ...onboarding, isNotCreated: undefined },
    (employees, id) => employees.noteNotCreated(id, "op_hire"),
    { isNotCreated: true },
    [],
    [{ operationId: "op_other" }],
  ],
  [
    "the note that a person may exist",
    onboarding,
    (employees, id) => employees.notePossiblyCreated(id, "op_hire", "zoe"),
    { username: "zoe", isNotCreated: undefined },
    [],
    [{ operationId: "op_other" }],
  ],
  [
    "the person of an onboarding",
    {
      ...onboarding,
      otherUsernames: ["zoe.l"],
      otherEmailHashes: ["1.other"],
    },
    (employees, id) => employees.recordPerson(id, "op_hire", person, 50),
    {
      personID: "1001",
      username: "zoe",
      emailHash: "1.hash",
      state: "active",
      saltUntilMs: 50,
      isNotCreated: undefined,
      otherUsernames: undefined,
      otherEmailHashes: undefined,
    },
    [{ state: "active" }],
    [
      { operationId: "op_other" },
      ...inStates("suspended", "leaving", "kept", "deleting", "left"),
    ],
  ],
  [
    "the erased salt of an onboarding",
    { ...active, passwordSalt: "1.salt", saltUntilMs: 50 },
    (employees, id) => employees.eraseSalt(id, "op_hire"),
    { passwordSalt: undefined, saltUntilMs: undefined },
    [],
    [{ operationId: "op_other" }],
  ],
  [
    "the longer time of a salt",
    { ...active, saltUntilMs: startMs + 1 },
    (employees, id) => employees.prolongSalt(id, "op_hire", startMs + 50),
    { saltUntilMs: startMs + 50 },
    [],
    [
      { operationId: "op_other" },
      { saltUntilMs: startMs },
      { saltUntilMs: undefined },
    ],
  ],
  [
    "the names of a known person",
    { ...active, username: "old", otherUsernames: ["older"] },
    (employees, id) => employees.refreshPerson(id, person),
    {
      username: "zoe",
      emailHash: "1.hash",
      otherUsernames: undefined,
    },
    inStates("onboarding", "suspended", "leaving", "kept"),
    [{ personID: "1002" }, ...inStates("deleting", "left")],
  ],
  [
    "the note of identities",
    active,
    (employees, id) =>
      employees.noteIdentities(
        id,
        known(active, { identities: [{ kind: "slack", id: "U1" }] }),
        [{ kind: "teams", id: "u" }],
      ),
    {
      identities: [
        { kind: "slack", id: "U1" },
        { kind: "teams", id: "u" },
      ],
      fieldsVersion: 1,
    },
    inStates("onboarding", "suspended", "leaving", "kept"),
    [{ generation: 3 }, { fieldsVersion: 1 }, ...inStates("deleting", "left")],
  ],
  [
    "the end of an onboarding",
    { ...active, passwordSalt: "1.salt", saltUntilMs: 50 },
    (employees, id) => employees.endOnboarding(id, "op_hire"),
    { passwordSalt: undefined, saltUntilMs: undefined },
    [],
    [
      { operationId: "op_other" },
      ...inStates("suspended", "leaving", "kept", "deleting", "left"),
    ],
  ],
  [
    "the end of the rehire of a leaver",
    {
      ...active,
      state: "leaving",
      passwordSalt: "1.salt",
      saltUntilMs: 50,
    },
    (employees, id) => employees.endRehire(id, "op_hire"),
    { state: "active", passwordSalt: undefined, saltUntilMs: undefined },
    [],
    [
      { operationId: "op_other" },
      { terminatedBy: "op_leave" },
      ...inStates(
        "onboarding",
        "active",
        "suspended",
        "kept",
        "deleting",
        "left",
      ),
    ],
  ],
  [
    "a later hire that confirms an employment",
    { ...active, terminatedBy: "op_leave" },
    (employees, id) =>
      employees.confirmEmployment(
        rehireOf(id),
        known(active, { terminatedBy: "op_leave" }),
      ),
    { hiredAtMs: 20, startsAtMs: 20, terminatedBy: undefined },
    [{ hiredAtMs: 19 }, ...inStates("onboarding", "suspended")],
    [
      { hiredAtMs: 20 },
      { operationId: "op_other" },
      { terminatedBy: undefined },
      ...inStates("leaving", "kept", "deleting", "left"),
    ],
  ],
  [
    "the rehire of a leaver",
    leaving,
    (employees, id) => employees.rehire(rehireOf(id), known(leaving)),
    {
      hiredAtMs: 20,
      startsAtMs: 20,
      operationId: "op_again",
      terminatedBy: undefined,
      disabledAtMs: undefined,
    },
    [],
    [
      { operationId: "op_other" },
      { terminatedBy: "op_other" },
      { suspendedBy: "op_suspend" },
      { suspensionAtMs: 1 },
      ...inStates("active", "suspended", "deleting", "left"),
    ],
  ],
  [
    "the rehire of a leaver by an earlier event",
    { ...leaving, hiredAtMs: 21, startsAtMs: 22 },
    (employees, id) =>
      employees.rehire(
        rehireOf(id, 30),
        known(leaving, { hiredAtMs: 21, startsAtMs: 22 }),
      ),
    {
      operationId: "op_again",
      terminatedBy: undefined,
      disabledAtMs: undefined,
    },
    [{ state: "kept" }],
    [],
  ],
  ...[
    { suspensionAtMs: 19, changes: { suspendedBy: undefined } },
    { suspensionAtMs: 20, changes: { state: "suspended" } },
  ].map(({ suspensionAtMs, changes }): EmployeeWrite => [
    `the rehire of a leaver at the time 20 with a suspension of the time ${suspensionAtMs}`,
    { ...leaving, suspensionAtMs, suspendedBy: "op_suspend" },
    (employees, id) =>
      employees.rehire(
        rehireOf(id, 30),
        known(leaving, { suspensionAtMs, suspendedBy: "op_suspend" }),
      ),
    {
      hiredAtMs: 20,
      startsAtMs: 30,
      operationId: "op_again",
      terminatedBy: undefined,
      disabledAtMs: undefined,
      ...changes,
    },
    [],
    [{ suspendedBy: undefined }, { suspendedBy: "op_other" }],
  ]),
];

describeWrites(store, writes);
