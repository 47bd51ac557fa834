import { describe, expect, it } from "vitest";
import { project } from "../../../../functions/employment/projections.ts";
import { dayMs, minuteMs } from "../../../../shared/durations.ts";
import { timelineOf } from "../../../../shared/employment/timeline-of.ts";
import type { LimitAnswers } from "../../../../shared/employment/move.ts";
import { nextMove } from "../../../../shared/employment/next-move.ts";
import { wanted } from "../../../../shared/employment/wanted.ts";
import type { WorkflowOutcome } from "../../../../shared/store/operation.ts";
import { rows } from "../../../fixtures/rows.ts";
import { personOf, play } from "../../../shared/employment/play.ts";

/**
 * `history | day | person | what each open operation shows`. The statements of a history have the ids a, b, c in their
 * order, and their numbers are days. A `setting` in front of them holds for all. `at once` is the time of the last
 * statement. `judged-later` and `released later` are rulings of a newer version, which this version does not know.
 * Nothing that such a ruling may be about happens, so its operation needs `payload-too-new`.
 *
 * The person is as in rules.ts. `unsure of create`: a creation got no answer. `created by a`: created for hire a, and not
 * enabled before. `gone with data`: our store still has personal data. Behind the person:
 *
 * - `with /phone of b`: the person has this field, as statement b says it.
 * - `extras of a`: hire a has extras to add, and does not succeed before.
 * - `found a`: this execution has created the person for hire a. So the hire succeeds, although another statement ends
 *   the employment or takes the access.
 * - `rename held`: the answer of a limit.
 * - `ended a b`: these operations are not open. All others of the history are.
 *
 * An operation `at work` shows no outcome yet. `by b` names the operation that decides the outcome, and `with /phone` the
 * fields that this one has changed. Text in brackets is a warning.
 */
const tables = {
  hires: rows`
1: hired from 10 | day 5 | none | a waiting until 10
1: hired from 10 | day 10 | none | a at work
1: hired from 10 | day 10 | unsure of create | a at work
1: hired from 10 | day 10 | enabled | a succeeded
1: hired from 10 | day 10 | enabled; extras of a | a at work
1: hired from 10 | day 10 | enabled; extras of a; found a | a at work
1: hired from 10 | day 10 | enabled; found a | a succeeded
1: hired from 10; 2: hired from 10 | day 5 | none | a waiting until 10; b succeeded by a
1: hired from 10; 2: hired from 12 | day 5 | none | a cancelled hired-since by b; b waiting until 12
1: hired from 10; 2: terminated | day 5 | none | a cancelled terminated-since by b; b succeeded
1: hired from 10; 12: terminated, last day 20 | day 15 | none | a at work; b waiting until 21
1: hired from 10; 12: terminated, last day 20 | day 22 | none | a cancelled terminated-since by b; b succeeded
1: hired from 10; 12: terminated | day 12 | enabled; found a | a succeeded; b at work
1: hired from 10; 12: hired from 20 | day 15 | enabled | a succeeded; b waiting until 20
1: hired from 10; 12: hired from 20 | day 20 | none | a cancelled hired-since by b; b at work
1: hired from 10; 12: suspended until 20 | day 15 | none | a waiting for the end of a suspension, then creation, until 21; b waiting for the end of a suspension until 21
1: hired from 10; 12: suspended | day 15 | none | a waiting for the end of a suspension, then creation, until 45; b succeeded
1: hired from 10; 12: terminated, last day 15; 20: hired from 20 | day 20 | disabled for a since 16 | a cancelled terminated-since by b; b cancelled rehired by c; c at work
1: hired from 10; 12: terminated, last day 15; 20: hired from 20 | day 20 | gone | a cancelled terminated-since by b; b cancelled rehired by c; c at work
1: hired from 10; 12: terminated, last day 15; 20: hired from 20 | day 20 | being deleted | a cancelled terminated-since by b; b cancelled rehired by c; c at work
1: hired from 10; 12: hired from 10 with /phone | day 12 | enabled | a succeeded; b succeeded by a
setting update; 1: hired from 10; 12: hired from 10 with /phone | day 12 | enabled | a succeeded; b at work
1: hired from 10; 11: terminated, last day 20; 25: hired | day 25 | disabled for a since 21 | a cancelled terminated-since by b; b at work; c needs rehire-unclear
1: hired from 10; 11: terminated, last day 20; 25: hired; 26: hired | day 26 | gone | a cancelled terminated-since by b; b succeeded; c needs rehire-unclear; d succeeded by c
1: hired from 10; 11: terminated, last day 20; 25: hired from 15 | day 25 | gone | a cancelled terminated-since by b; b succeeded; c cancelled already-left by b
1: hired from 10; 11: terminated, last day 40; 12: hired from 20 | day 15 | enabled | a succeeded; b waiting until 20; c needs end-said-before
5: adopted | day 5 | enabled | a succeeded`,
  changes: rows`
1: changed with /phone | at once | none | a waiting 15 minutes
1: changed with /phone | day 2 | none | a needs unknown-employee
1: hired from 10; 2: changed with /phone | day 5 | none | a waiting until 10; b succeeded by a with /phone
1: hired from 10; 2: changed from 8 with /phone | day 5 | none | a waiting until 10; b waiting until 8
1: hired from 10; 2: changed with /phone; 3: changed with /phone | day 5 | none | a waiting until 10; b succeeded by a; c succeeded by a with /phone
1: hired from 10; 2: changed with /phone and /title; 3: changed with /phone | day 5 | none | a waiting until 10; b succeeded by a with /title (newer-change); c succeeded by a with /phone
1: hired from 10; 12: changed with /phone | day 12 | enabled | a succeeded; b at work
1: hired from 10; 12: changed with /phone | day 12 | enabled with /phone of b | a succeeded; b succeeded
1: hired from 10; 12: changed with /phone; 13: changed with /phone | day 13 | enabled with /phone of c | a succeeded; b succeeded; c succeeded
1: hired from 10; 12: changed from 20 with /phone | day 15 | enabled | a succeeded; b waiting until 20
1: hired from 10; 12: changed with /username | day 12 | enabled; rename held | a succeeded; b needs rename-limit
1: hired from 10; 12: changed with /username; 13: operator: b judged-later | day 13 | enabled | a succeeded; b needs payload-too-new
1: hired from 10; 12: changed with /username; 13: changed with /phone; 14: operator: b judged-later | day 14 | enabled with /phone of c | a succeeded; b needs payload-too-new; c succeeded
1: hired from 10; 12: changed with /username; 13: changed with /phone | day 13 | enabled; rename held | a succeeded; b at work; c at work
1: hired from 10; 12: changed with /phone | day 12 | unsure of create | a at work; b at work
1: hired from 10; 12: suspended; 13: changed with /phone | day 13 | disabled for suspension since 12 | a succeeded; b succeeded; c at work
1: hired from 10; 12: terminated; 13: changed with /phone | day 13 | gone | a cancelled terminated-since by b; b succeeded; c cancelled left
1: hired from 10; 12: terminated; 13: changed with /phone | day 13 | being deleted | a cancelled terminated-since by b; b at work; c cancelled left
1: hired from 10; 12: terminated, grace 5; 13: changed with /phone | day 13 | disabled for a since 12 | a cancelled terminated-since by b; b waiting for the grace period until 17; c at work
1: hired from 10; 12: terminated, keep the person; 13: changed with /phone | day 13 | disabled for a since 12 | a cancelled terminated-since by b; b succeeded; c at work
1: hired from 10; 12: terminated, keep the person; 13: hired from 20; 14: changed with /phone | day 14 | disabled for a since 12 | a cancelled terminated-since by b; b succeeded; c waiting until 20; d at work`,
  suspensions: rows`
1: hired from 10; 12: suspended | day 12 | enabled | a succeeded; b at work
1: hired from 10; 12: suspended | day 12 | disabled for suspension since 12 | a succeeded; b succeeded
1: hired from 10; 12: suspended | day 12 | enabled; disable held | a succeeded; b needs disable-limit
1: hired from 10; 12: suspended from 15 | day 12 | enabled | a succeeded; b waiting until 15
1: hired from 10; 12: suspended until 20 | day 12 | disabled for suspension since 12 | a succeeded; b waiting for the end of a suspension until 21
1: hired from 10; 12: suspended until 20 | day 21 | disabled for suspension since 12 | a at work; b at work
1: hired from 10; 12: suspended until 20 | day 21 | enabled | a succeeded; b succeeded
1: hired from 10; 12: suspended; 13: suspended | day 13 | disabled for suspension since 12 | a succeeded; b succeeded; c succeeded by b
1: hired from 10; 12: suspended; 14: resumed | day 14 | disabled for suspension since 12 | a at work; b cancelled changed-since by c; c at work
1: hired from 10; 12: suspended; 14: resumed | day 14 | enabled | a succeeded; b cancelled changed-since by c; c succeeded
1: hired from 10; 12: suspended from 15; 14: resumed | day 14 | enabled | a succeeded; b cancelled changed-since by c; c succeeded
1: hired from 10; 2: resumed | day 5 | none | a waiting until 10; b succeeded
1: suspended | day 2 | none | a needs unknown-employee
1: hired from 10; 2: suspended from 5 until 7 | day 5 | none | a waiting until 10; b cancelled not-active
1: hired from 10; 12: suspended; 15: terminated | day 15 | disabled for suspension since 12 | a cancelled terminated-since by c; b succeeded; c at work
1: hired from 10; 12: suspended; 13: operator: b rejected | day 13 | disabled for suspension since 12 | a at work; b cancelled rejected
1: hired from 10; 12: suspended; 13: operator: b judged-later | day 13 | enabled | a succeeded; b needs payload-too-new
1: hired from 10; 12: suspended; 13: operator: b judged-later | day 13 | disabled for suspension since 12 | a succeeded; b succeeded`,
  terminations: rows`
1: terminated | day 2 | none | a needs unknown-employee
1: hired from 10; 12: terminated, last day 20 | day 15 | enabled | a succeeded; b waiting until 21
1: hired from 10; 12: terminated, last day 20 | day 21 | enabled | a cancelled terminated-since by b; b at work
1: hired from 10; 12: terminated, last day 20 | day 21 | enabled; disable held | a cancelled terminated-since by b; b needs disable-limit
1: hired from 10; 12: terminated, last day 20, grace 3 | day 21 | disabled for a since 21 | a cancelled terminated-since by b; b waiting for the grace period until 24
1: hired from 10; 12: terminated, last day 20, grace 3 | day 24 | disabled for a since 21 | a cancelled terminated-since by b; b at work
1: hired from 10; 12: terminated, last day 20, grace 3 | day 24 | disabled for a since 21; delete held | a cancelled terminated-since by b; b needs deletion-limit
1: hired from 10; 12: terminated | day 24 | being deleted | a cancelled terminated-since by b; b at work
1: hired from 10; 12: terminated | day 24 | gone with data | a cancelled terminated-since by b; b at work
1: hired from 10; 12: terminated | day 24 | gone | a cancelled terminated-since by b; b succeeded
1: hired from 10; 12: terminated, keep the person | day 12 | disabled for a since 12 | a cancelled terminated-since by b; b succeeded
1: hired from 10; 12: terminated; 13: operator: b kept | day 13 | disabled for a since 12 | a cancelled terminated-since by b; b cancelled rejected
1: hired from 10; 12: terminated; 13: operator: b judged-later | day 13 | enabled | a cancelled terminated-since by b; b needs payload-too-new
1: hired from 10; 12: terminated, grace 3; 13: operator: b judged-later | day 14 | disabled for a since 12 | a cancelled terminated-since by b; b waiting for the grace period until 15
1: hired from 10; 12: terminated, grace 3; 13: operator: b released later | day 15 | disabled for a since 12 | a cancelled terminated-since by b; b needs payload-too-new
1: hired from 10; 12: terminated, grace 3; 13: operator: b judged-later | day 15 | disabled for a since 12 | a cancelled terminated-since by b; b needs payload-too-new
1: hired from 10; 12: terminated, last day 20, grace 3; 13: operator: b judged-later; 14: terminated, last day 15 on usual terms | day 24 | disabled for a since 16 | a cancelled terminated-since by d; b cancelled terminated-since by d; d needs payload-too-new
1: hired from 10; 12: terminated; 13: operator: b judged-later; 14: operator: b delete-now | day 14 | disabled for a since 12 | a cancelled terminated-since by b; b needs payload-too-new
1: hired from 10; 12: terminated, grace 9; 13: operator: b cancelled | day 13 | disabled for a since 12 | a at work; b cancelled cancelled-by-caller
1: hired from 10; 12: terminated, grace 9; 13: operator: b delete-now | day 13 | disabled for a since 12 | a cancelled terminated-since by b; b at work
1: hired from 10; 12: terminated, last day 20; 13: terminated, last day 20 | day 15 | enabled | a succeeded; b waiting until 21; c succeeded by b
1: hired from 10; 12: terminated, last day 20; 13: terminated, last day 18 | day 15 | enabled | a succeeded; b cancelled terminated-since by c; c waiting until 19
1: hired from 10; 12: terminated, last day 20; 13: hired from 21 | day 21 | enabled | a cancelled terminated-since by b; b cancelled rehired by c; c succeeded
1: hired from 10; 12: terminated, grace 9; 14: cancelled | day 14 | disabled for a since 12 | a at work; b cancelled termination-cancelled by c; c at work
1: hired from 10; 12: terminated, grace 9; 14: cancelled | day 14 | enabled | a succeeded; b cancelled termination-cancelled by c; c succeeded
1: hired from 10; 12: cancelled | day 12 | enabled | a succeeded; b succeeded (nothing-to-cancel)
1: hired from 10; 14: terminated, last day 8 | day 14 | enabled | a succeeded; b needs last-day-before-start
1: hired from 10; 14: terminated, last day 8 | day 14 | none | a needs waits-for-decision by b; b needs last-day-before-start
1: hired from 10; 14: terminated, last day 8; 15: operator: b has-left | day 15 | enabled; found a | a succeeded; b at work
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected; 13: terminated, last day 12 | day 13 | enabled | a succeeded; b cancelled rejected; d needs repeated-after-ruling`,
  "before the start": rows`
setting created 5 days before; 1: hired from 10 | day 2 | none | a waiting until 5
setting created 5 days before; 1: hired from 10 | day 6 | created by a | a waiting for access until 10
setting created 5 days before; 1: hired from 10 | day 10 | created by a | a at work
setting created 5 days before; 1: hired from 10; 6: changed with /phone | day 6 | created by a | a waiting for access until 10; b at work
setting created 5 days before; 1: hired from 10; 6: changed from 8 with /phone | day 6 | created by a | a waiting for access until 10; b waiting until 8
setting created 5 days before; 1: hired from 10; 6: hired from 30 | day 6 | created by a | a cancelled hired-since by b; b waiting until 25
setting created 5 days before; 1: hired from 10; 6: terminated | day 6 | created by a | a cancelled terminated-since by b; b at work
setting created 5 days before; 1: hired from 10; 6: terminated; 7: terminated | day 7 | created by a; delete held | a cancelled terminated-since by b; b needs deletion-limit; c succeeded by b
setting created 5 days before; 1: hired from 10; 6: terminated, keep the person | day 6 | created by a | a cancelled terminated-since by b; b succeeded
setting created 5 days before; 1: hired from 1; 3: terminated; 4: hired from 10 | day 6 | created by c | a cancelled terminated-since by b; b succeeded; c waiting for access until 10
setting created 5 days before; 1: hired from 10; 6: operator: a cancelled | day 6 | created by a; delete held | a needs deletion-limit
setting created 5 days before; 1: hired from 10; 6: suspended until 15 | day 12 | created by a | a waiting for the end of a suspension, then creation, until 16; b waiting for the end of a suspension until 16`,
  "moves and waits whose operation has ended": rows`
1: hired from 10; 11: terminated, last day 30; 12: terminated, last day 20; 13: operator: c rejected | day 13 | enabled; ended a b | c waiting until 31 by b
1: hired from 10; 11: terminated, last day 30; 12: terminated, last day 20; 13: operator: c rejected | day 31 | enabled; ended a b | c at work
1: hired from 10; 2: hired from 12; 3: operator: b cancelled | day 5 | none; ended a | b cancelled cancelled-by-caller
1: hired from 10; 2: hired from 12; 3: operator: b rejected | day 5 | none; ended a | b waiting until 10 by a
1: hired from 10; 11: terminated, last day 30; 12: terminated, last day 20; 13: operator: c cancelled | day 13 | enabled; ended a b | c cancelled cancelled-by-caller
1: hired from 10; 2: terminated; 3: cancelled | day 5 | none; ended a b | c waiting until 10 by a
1: hired from 10; 11: terminated; 12: hired from 20; 13: operator: c cancelled | day 13 | disabled for a since 11; delete held; ended a b | c needs deletion-limit
1: hired from 10; 12: changed with /phone; 13: cancelled | day 13 | enabled; ended a b | c at work`,
};

/** What an operation of each phase waits for. An empty text: no row has the phase. */
const phrases = {
  grace: "the grace period",
  suspended: "the end of a suspension",
  creation: "the end of a suspension, then creation,",
  avatar: "",
  restore: "",
  start: "access",
};

function describeOutcome(
  outcome: WorkflowOutcome | undefined,
  nowMs: number,
): string {
  if (outcome === undefined) return "at work";
  const sameAs = "sameAs" in outcome ? outcome.sameAs : undefined;
  const changed = outcome.result?.changed ?? [];
  const { warnings } = outcome;
  const by = [
    sameAs ? ` by ${sameAs}` : "",
    changed.length > 0 ? ` with ${changed.join(", ")}` : "",
    warnings.length > 0 ? ` (${warnings[0]?.reason})` : "",
  ].join("");
  switch (outcome.status) {
    case "needs_attention":
      return `needs ${outcome.reason}${by}`;
    case "cancelled":
      return `cancelled ${outcome.reason}${by}`;
    case "waiting": {
      const phase = "phase" in outcome ? outcome.phase : undefined;
      const inMinutes = (outcome.dueAtMs - nowMs) / minuteMs;
      if (inMinutes === 15) return "waiting 15 minutes";
      const day = Math.floor(outcome.dueAtMs / dayMs);
      return `waiting ${phase ? `for ${phrases[phase]} ` : ""}until ${day}${by}`;
    }
    default:
      return `${outcome.status}${by}`;
  }
}

/** What each open operation shows, in words. */
function show(history: string, when: string, seen: string): string {
  const played = play(history.split("; "));
  const { said, statements, settings } = played;
  const day = /day (\d+)/.exec(when)?.[1];
  const lastMs = Math.max(...said.map(({ atMs }) => atMs));
  const nowMs = day === undefined ? lastMs : Number(day) * dayMs + dayMs / 2;
  const timeline = timelineOf(statements, settings);
  const is = wanted(timeline, nowMs);
  const limits: LimitAnswers = Object.fromEntries(
    [...seen.matchAll(/(\w+) held/g)].map(([, limit]) => [
      limit,
      { answer: "hold" as const, atMs: nowMs },
    ]),
  );
  const person = personOf(seen.split(";")[0] ?? "");
  const [, field, by] = / with (\S+) of (\w)/.exec(seen) ?? [];
  if ("fields" in person && field !== undefined)
    person.fields = timeline.fields.filter(
      (one) => one.field === field && one.by === by,
    );
  const ended = /ended ([a-z ]+)/.exec(seen)?.[1]?.split(" ") ?? [];
  const open = said
    .filter((one) => one.kind !== "ruled")
    .filter(({ id }) => !ended.includes(id))
    .map((one) => ({
      id: one.id,
      type: `employee.${one.kind}` as const,
      atMs: one.atMs,
    }));
  const extrasOf = /extras of (\w)/.exec(seen)?.[1];
  const found = /found (\w)/.exec(seen)?.[1];
  const shown = project(
    {
      timeline,
      wanted: is,
      move: nextMove(is, person, limits, nowMs),
      nowMs,
      item: {
        person,
        unfinished: open,
        statements,
        ...(extrasOf && { extrasOf }),
      },
    },
    new Map(found ? [[found, { isMade: true }]] : []),
  );
  return open
    .map(({ id }) => `${id} ${describeOutcome(shown.get(id), nowMs)}`)
    .join("; ");
}

describe.each(Object.entries(tables))(
  "what operations show of %s",
  (_, table) => {
    it.each(table)("%s | %s | %s | %s", (...row) => {
      const [history = "", when = "", seen = "", expected] = row;
      expect(show(history, when, seen)).toBe(expected);
    });
  },
);
