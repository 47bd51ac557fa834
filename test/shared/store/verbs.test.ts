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

/** The type is `employee.terminated` if the row has none. */
type Row = [
  title: string,
  verbs: Verb[],
  operation: Omit<VerbSubject, "type"> & { type?: EventType },
];

/** Entries of the audit trail. */
const entry = { atMs: 0, by: "workflow", status: "accepted" } as const;
const gaveAccess = { ...entry, person: "onboarded" } as const;
const created = { ...entry, reason: "person-created" } as const;

const cases: Row[] = [
  ...rows<Row>`
  is accepted | ${[]} | ${{ status: "accepted" }}
  is running | ${[]} | ${{ status: "running" }}
  waits for its time | ${["cancel"]} | ${{ status: "waiting" }}
  waits to continue a hire whose person exists | ${[]} | ${{ status: "waiting", phase: "avatar" }}
  waits for what another one says | ${[]} | ${{ status: "waiting", type: "employee.changed", sameAs: "b" }}
  waits for the end that another termination says | ${["cancel"]} | ${{ status: "waiting", sameAs: "b" }}
  is in its grace period | ${["cancel", "delete-now"]} | ${{ status: "waiting", phase: "grace" }}
  is blocked | ${["retry", "cancel"]} | ${{ status: "waiting", blockedBy: "platform" }}
  is a hire that is blocked after it gave access | ${["retry"]} | ${{ type: "employee.hired", status: "waiting", blockedBy: "platform", history: [gaveAccess] }}
  is a hire that is blocked after another one created its person | ${["retry"]} | ${{ type: "employee.hired", status: "waiting", blockedBy: "platform", history: [created] }}
  is blocked after it gave access, and is no hire | ${["retry", "cancel"]} | ${{ status: "waiting", blockedBy: "platform", history: [gaveAccess] }}
  is a hire that waits for the start of another employment after it gave access | ${["cancel"]} | ${{ type: "employee.hired", status: "waiting", history: [gaveAccess] }}
  is blocked and may be shown on the profile | ${["retry"]} | ${{ status: "waiting", blockedBy: "platform", mayBeShown: true }}
  failed | ${["retry", "resolve"]} | ${{ status: "failed", reason: "unexpected" }}
  needs attention | ${["retry", "resolve"]} | ${{ status: "needs_attention", reason: "outcome-unknown" }}
  found no person | ${["retry", "resolve", "confirm-gone"]} | ${{ status: "needs_attention", reason: "person-missing" }}
  suspends and found no person | ${["retry", "resolve"]} | ${{ type: "employee.suspended", status: "needs_attention", reason: "person-missing" }}
  repeats what an operator ruled out | ${["release", "reject"]} | ${{ status: "needs_attention", reason: "repeated-after-ruling" }}
  is a hire that may be a rehire | ${["is-a-rehire", "repeats", "retry", "resolve"]} | ${{ type: "employee.hired", status: "needs_attention", reason: "rehire-unclear" }}
  is a hire whose caller lacked a scope | ${["resolve"]} | ${{ type: "employee.hired", status: "needs_attention", reason: "scope-missing" }}
  is a record whose caller lacked a scope | ${["retry", "resolve"]} | ${{ type: "record.changed", status: "needs_attention", reason: "scope-missing" }}
  is a hire that came after the deletion had begun | ${["resolve"]} | ${{ type: "employee.hired", status: "needs_attention", reason: "deletion-began" }}
  is a record that may mean a rehire | ${["retry", "resolve"]} | ${{ type: "record.changed", status: "needs_attention", reason: "rehire-unclear" }}
  is a hire before an end that was said | ${["keeps-the-end", "has-no-end", "retry", "resolve"]} | ${{ type: "employee.hired", status: "needs_attention", reason: "end-said-before" }}
  is a termination with a last day before the start | ${["has-left", "is-an-earlier-one", "retry", "resolve"]} | ${{ status: "needs_attention", reason: "last-day-before-start" }}
  succeeded | ${[]} | ${{ status: "succeeded" }}
  succeeded and keeps the person | ${["enable"]} | ${{ status: "succeeded", disposition: "disable" }}
  was rejected before the deletion | ${["enable"]} | ${{ status: "cancelled", reason: "rejected", disposition: "disable" }}
  was rejected before the disabling | ${[]} | ${{ status: "cancelled", reason: "rejected" }}
  was resolved | ${[]} | ${{ status: "cancelled", reason: "resolved" }}
`,
  ...(["data-erased", "password-erased"] as const).map((reason): Row => [
    `failed with ${reason}, which a retry would miss too,`,
    ["resolve"],
    { status: "failed", reason },
  ]),
  ...limitNames.map((reason): Row => [
    `is held by the ${reason}`,
    ["release", "reject"],
    { status: "needs_attention", reason },
  ]),
];

test.each(cases)("an operation that %s has the verbs %j", (...row) => {
  const [, expected, operation] = row;
  const subject = { type: "employee.terminated", ...operation } as const;
  expect(verbsFor(subject)).toEqual(expected);
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
