import { expect, test } from "vitest";
import { factOf } from "../../../functions/employment/runner-run.ts";
import { rows } from "../../fixtures/rows.ts";
import { personOf } from "../../shared/employment/play.ts";

type Row = [before: string, after: string, fact: string];

/** `nothing`: a notice is not needed. */
const table = rows<Row>`
none | enabled | onboarded
unsure of create | enabled | onboarded
gone | enabled | onboarded
enabled | enabled | nothing
unsure of disable | enabled | nothing
enabled | disabled for suspension since 5 | suspended
unsure of disable | disabled for suspension since 5 | suspended
enabled | disabled for a since 5 | left
disabled for suspension since 3 | disabled for a since 5 | left
disabled for a since 3 | disabled for b since 5 | nothing
enabled | disabled | nothing
disabled | disabled for a since 5 | left
disabled for a since 3 | disabled for suspension since 5 | suspended
disabled for a since 3 | enabled | resumed
unsure of enable | enabled | resumed
disabled for a since 3 | being deleted | nothing
being deleted | gone with data | nothing
unsure of delete by b | gone | left
gone with data | gone | nothing
enabled | unsure of disable | nothing`;

test.each(table)("a notice tells of a person, %s and then %s: %s", (...row) => {
  const [before, after, fact] = row;
  expect(factOf(personOf(before), personOf(after)) ?? "nothing").toBe(fact);
});
