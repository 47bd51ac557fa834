import { describe, expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { startMs, useStore } from "./store-for-test.ts";
import { outcomeOf, newOperation } from "./operation-for-test.ts";

const store = useStore();

/** An operator closes an operation of which nothing is left at the employee. */
const nothing = { ruling: undefined, isOpen: false };
const ruling = {
  kind: "ruled",
  ruling: "rejected",
  id: "ruling",
  about: "op",
  atMs: startMs,
  ownDay: 0,
} as const;
const later = { by: "caller:boss", sameAs: "op_later" };

/** What an item of the store says of an operation that is settled. */
const states = {
  "waits for its time": { status: "waiting" },
  "waits for the avatar": { status: "waiting", phase: "avatar" },
  "waits for the end of the grace period": {
    status: "waiting",
    phase: "grace",
  },
  "waits for the end of a suspension": {
    status: "waiting",
    phase: "suspended",
  },
  "is blocked": { status: "waiting", blockedBy: "platform" },
  "is blocked and may be shown": {
    status: "waiting",
    blockedBy: "configuration",
    mayBeShown: true,
  },
  failed: { status: "failed", reason: "platform-busy" },
  "needs attention": { status: "needs_attention", reason: "outcome-unknown" },
  "found no employee": {
    status: "needs_attention",
    reason: "unknown-employee",
  },
  "found no person": { status: "needs_attention", reason: "person-missing" },
  "is held by the deletion limit": {
    status: "needs_attention",
    reason: "deletion-limit",
  },
  "is held by the rename limit": {
    status: "needs_attention",
    reason: "rename-limit",
  },
  "was rejected": { status: "cancelled", reason: "rejected" },
  "was cancelled": { status: "cancelled", reason: "newer-status" },
  "has kept the person": { status: "succeeded", disposition: "disable" },
  "has deleted the person": { status: "succeeded", disposition: "delete" },
} as const satisfies Record<string, Partial<Operation>>;
type State = keyof typeof states;

/** States without success in which no limit holds the operation. */
const endedBadly = [
  "failed",
  "needs attention",
  "found no employee",
  "found no person",
] as const satisfies State[];

let count = 0;

async function operationThat(state: State): Promise<Operation> {
  const { operations, table } = store();
  const id = `verb_${++count}`;
  await operations.accept(newOperation(id));
  await operations.start(id, `${id}-1`);
  await operations.finish(
    { id, execution: `${id}-1`, payloadUntilMs: undefined },
    outcomeOf("failed"),
  );
  await table.update(`operation#${id}`, {
    set: { isAnswerOwed: true, ...states[state] },
    remove: ["reason" in states[state] ? "phase" : "reason"],
    where: {},
  });
  const operation = await operations.get(id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return operation;
}

type Used = Partial<Record<State, Partial<Operation>>>;
type Use = (operation: Operation) => Promise<Operation | undefined>;

const runsAgain = (reason: string, set: Partial<Operation> = {}) => ({
  status: "accepted" as const,
  run: 2,
  dueAtMs: startMs + 2 * 60_000,
  history: [
    {},
    {},
    {},
    { by: later.by, status: "accepted", reason },
  ] as Operation["history"],
  ...set,
});
const ends = (reason: string, set: object = {}): Partial<Operation> => ({
  status: "cancelled",
  run: 1,
  ...set,
  history: [
    {},
    {},
    {},
    { by: later.by, status: "cancelled", reason },
  ] as Operation["history"],
});

/** Each verb, and the states in which it has an effect, with that effect. */
const verbs: Record<string, { use: Use; effects: Used }> = {
  cancel: {
    use: (one) =>
      store().operations.cancel(one, later.by, "left", later.sameAs),
    effects: Object.fromEntries(
      (
        [
          "waits for its time",
          "waits for the avatar",
          "waits for the end of the grace period",
          "waits for the end of a suspension",
          "is blocked",
          "is blocked and may be shown",
        ] satisfies State[]
      ).map((state) => [
        state,
        ends("left", { sameAs: later.sameAs, reason: "left" }),
      ]),
    ),
  },
  "run again": {
    use: (one) =>
      store().operations.runAgain(one, later.by, "rejected", ruling),
    effects: Object.fromEntries(
      (Object.keys(states) as State[]).map((state) => [
        state,
        runsAgain("rejected", { ruling }),
      ]),
    ),
  },
  retry: {
    use: ({ id }) => store().operations.retry(id, later.by),
    effects: Object.fromEntries(
      (
        [
          "is blocked",
          "is blocked and may be shown",
          ...endedBadly,
        ] satisfies State[]
      ).map((state) => [state, runsAgain("retried", { isAnswerOwed: false })]),
    ),
  },
  resolve: {
    use: (one) =>
      store().operations.resolve(one, later.by, "repaired by hand", nothing),
    effects: Object.fromEntries(
      (Object.keys(states) as State[]).map((state) => [
        state,
        ends("resolved", { reason: "resolved" }),
      ]),
    ),
  },
};

describe.each(Object.entries(verbs))("the verb %s", (_, { use, effects }) => {
  test.each(Object.keys(states) as State[])(
    "acts on an operation that %s as its table says, or changes nothing",
    async (state) => {
      const operation = await operationThat(state);
      const used = await use(operation);
      const effect = effects[state];
      if (effect) expect(used).toMatchObject(effect);
      else expect(used).toBeUndefined();
      expect(await store().operations.get(operation.id)).toEqual(
        used ?? operation,
      );
    },
  );
});

describe("the conditions of a verb", () => {
  test("a cancellation of an operation that changed since it was read changes nothing", async () => {
    const { operations } = store();
    const operation = await operationThat(
      "waits for the end of the grace period",
    );
    const { phase: _, ...stale } = operation;
    expect(
      await operations.cancel(stale, later.by, "cancelled-by-caller"),
    ).toBeUndefined();
    expect(
      await operations.cancel(operation, later.by, "cancelled-by-caller"),
    ).toMatchObject(ends("cancelled-by-caller"));
  });

  test("a verb changes nothing once the operation has another status, run, reason or phase", async () => {
    const { operations } = store();
    const operation = await operationThat("is held by the rename limit");
    for (const change of [
      { status: "failed" },
      { run: 2 },
      { reason: "deletion-limit" },
      { phase: "grace" },
    ] as const) {
      const stale = { ...operation, ...change };
      expect(
        await operations.runAgain(stale, later.by, "rejected", ruling),
      ).toBeUndefined();
      expect(
        await operations.resolve(stale, later.by, "by hand", nothing),
      ).toBeUndefined();
    }
    expect(await operations.get(operation.id)).toEqual(operation);
  });

  test("a resolved operation that kept a salt is due now, so that it is erased, and another one has no time any more", async () => {
    const { operations, table, clock } = store();
    const read = await operationThat("failed");
    await table.update(`operation#${read.id}`, {
      set: { dueAtMs: startMs + dayMs },
      where: {},
    });
    clock.nowMs = startMs + 5_000;
    expect(
      await operations.resolve(read, later.by, "repaired by hand", nothing),
    ).toBeUndefined();
    const withSalt = { ...read, dueAtMs: startMs + dayMs };
    const resolved = await operations.resolve(
      withSalt,
      later.by,
      "by hand",
      nothing,
    );
    expect(resolved).toMatchObject({ dueAtMs: clock.nowMs });
    expect(resolved?.history.at(-1)).toMatchObject({ note: "by hand" });

    const other = await operationThat("failed");
    expect(other.dueAtMs).toBeUndefined();
    const closed = await operations.resolve(
      other,
      later.by,
      "by hand",
      nothing,
    );
    expect(closed).not.toHaveProperty("dueAtMs");
    expect(closed).not.toHaveProperty("phase");
  });
});
