import { describe, expect, test } from "vitest";
import { type EventType, eventTypes } from "../../../shared/event-types.ts";
import { limitNames } from "../../../shared/store/daily-limits.ts";
import {
  needsOtherCaller,
  type Verb,
  verbs,
  verbsFor,
  type VerbSubject,
} from "../../../shared/store/verbs.ts";
import { rows } from "../../fixtures/rows.ts";

type Row = [
  title: string,
  operation: Omit<VerbSubject, "type"> & { type?: EventType },
  verbs: Verb[],
];

const entry = { atMs: 0, by: "workflow" };
const gaveAccess = {
  ...entry,
  status: "waiting",
  person: "onboarded",
} as const;
const created = {
  ...entry,
  status: "accepted",
  reason: "person-created",
} as const;

const cases: Row[] = [
  ...rows<Row>`
  accepted has no verb | ${{ status: "accepted" }} | ${[]}
  running has no verb | ${{ status: "running" }} | ${[]}
  waits for its time is cancelled | ${{ status: "waiting" }} | ${["cancel"]}
  waits to continue a hire whose person exists has no verb | ${{ status: "waiting", phase: "avatar" }} | ${[]}
  waits for what another one says is left alone | ${{ status: "waiting", type: "employee.changed", sameAs: "b" }} | ${[]}
  waits for the end that another termination says is cancelled | ${{ status: "waiting", sameAs: "b" }} | ${["cancel"]}
  is in its grace period is cancelled, or deletes the person now | ${{ status: "waiting", phase: "grace" }} | ${["cancel", "delete-now"]}
  is blocked is retried or cancelled | ${{ status: "waiting", blockedBy: "platform" }} | ${["retry", "cancel"]}
  is blocked after it gave the person access is only retried | ${{ type: "employee.hired", status: "waiting", blockedBy: "platform", history: [gaveAccess] }} | ${["retry"]}
  is blocked after another one created its person is only retried | ${{ type: "employee.hired", status: "waiting", blockedBy: "platform", history: [created] }} | ${["retry"]}
  is blocked after it gave access because of a hire is cancelled | ${{ status: "waiting", blockedBy: "platform", history: [gaveAccess] }} | ${["retry", "cancel"]}
  waits for the start of another employment after it gave access is cancelled | ${{ type: "employee.hired", status: "waiting", history: [gaveAccess] }} | ${["cancel"]}
  is blocked and may be shown on the profile is only retried | ${{ status: "waiting", blockedBy: "platform", mayBeShown: true }} | ${["retry"]}
  failed is retried or resolved | ${{ status: "failed", reason: "unexpected" }} | ${["retry", "resolve"]}
  needs attention is retried or resolved | ${{ status: "needs_attention", reason: "outcome-unknown" }} | ${["retry", "resolve"]}
  found no person is retried, resolved or continued without the person | ${{ status: "needs_attention", reason: "person-missing" }} | ${["retry", "resolve", "confirm-gone"]}
  suspends and found no person is retried or resolved | ${{ type: "employee.suspended", status: "needs_attention", reason: "person-missing" }} | ${["retry", "resolve"]}
  repeats what an operator ruled out is released or rejected | ${{ status: "needs_attention", reason: "repeated-after-ruling" }} | ${["release", "reject"]}
  is a hire that may be a rehire is answered | ${{ type: "employee.hired", status: "needs_attention", reason: "rehire-unclear" }} | ${["is-a-rehire", "repeats", "retry", "resolve"]}
  is a record that may mean a rehire is not answered | ${{ type: "record.changed", status: "needs_attention", reason: "rehire-unclear" }} | ${["retry", "resolve"]}
  is a hire before an end that was said is answered | ${{ type: "employee.hired", status: "needs_attention", reason: "end-said-before" }} | ${["keeps-the-end", "has-no-end", "retry", "resolve"]}
  is a termination with a last day before the start is answered | ${{ status: "needs_attention", reason: "last-day-before-start" }} | ${["has-left", "is-an-earlier-one", "retry", "resolve"]}
  succeeded has no verb | ${{ status: "succeeded" }} | ${[]}
  succeeded and keeps the person enables them | ${{ status: "succeeded", disposition: "disable" }} | ${["enable"]}
  was rejected before the deletion enables the person | ${{ status: "cancelled", reason: "rejected", disposition: "disable" }} | ${["enable"]}
  was rejected before the disabling has no verb | ${{ status: "cancelled", reason: "rejected" }} | ${[]}
  was resolved has no verb | ${{ status: "cancelled", reason: "resolved" }} | ${[]}
`,
  ...(["data-erased", "password-erased"] as const).map((reason): Row => [
    `failed with ${reason} is only resolved, because a retry would miss the same`,
    { status: "failed", reason },
    ["resolve"],
  ]),
  ...limitNames.map((reason): Row => [
    `is held by the ${reason} is released or rejected, and never retried`,
    { status: "needs_attention", reason },
    ["release", "reject"],
  ]),
];

test.each(cases)("an operation that %s", (_, operation, expected) => {
  expect(verbsFor({ type: "employee.terminated", ...operation })).toEqual(
    expected,
  );
});

describe("the four-eyes principle", () => {
  const keptFrom = (name: string, type: EventType) =>
    verbs.filter((verb) =>
      needsOtherCaller(verb, { caller: "hr", type }, name),
    );

  test("keeps the sender of an event from these verbs, and no other caller from any", () => {
    for (const type of eventTypes) {
      expect(keptFrom("hr", type)).toEqual(
        expect.arrayContaining([
          "release",
          "reject",
          "confirm-gone",
          "delete-now",
          "has-left",
          "is-an-earlier-one",
          "is-a-rehire",
          "repeats",
          "keeps-the-end",
          "has-no-end",
        ]),
      );
      expect(keptFrom("ops", type)).toEqual([]);
    }
  });

  test("keeps the sender from resolving a termination or suspension, after which access may remain", () => {
    const kept = eventTypes.filter((type) =>
      keptFrom("hr", type).includes("resolve"),
    );
    expect(kept).toEqual(["employee.terminated", "employee.suspended"]);
    for (const type of eventTypes)
      for (const verb of ["retry", "cancel", "enable"])
        expect(keptFrom("hr", type)).not.toContain(verb);
  });
});
