import { describe, expect, it } from "vitest";
import { rulingOf } from "../../../functions/operations/rule.ts";
import { dayMs } from "../../../shared/durations.ts";
import { toStoredEventType } from "../../../shared/event-types.ts";
import { toReasonCode } from "../../../shared/reason-codes.ts";
import type { Verb } from "../../../shared/store/verbs.ts";
import { rows } from "../../fixtures/rows.ts";
import { play } from "../../shared/employment/play.ts";

type Row = [history: string, operation: string, verb: Verb, ruling: string];

/**
 * The statements of a history have the ids a, b and c in their order, and their numbers are days. `disabled for a`
 * names the employment that ended. An operation is its id, type and reason, or `a hired by b` if operation b counts
 * instead. A ruling is `released LIMIT about ID`, `RULING about ID` or `nothing`.
 */
const groups: Record<string, Row[]> = {
  "a release or a rejection rules about the statement that a limit holds": rows`
    1: hired from 10; 12: terminated | b terminated disable-limit | release | released disable about b
    1: hired from 10; 12: terminated | b terminated disable-limit | reject | rejected about b
    1: hired from 10; 12: terminated | b terminated deletion-limit | release | released delete about b
    1: hired from 10; 12: terminated | b terminated deletion-limit | reject | kept about b
    1: hired from 10; 12: terminated | a hired deletion-limit | release | released delete about b
    1: hired from 10; 12: terminated | b terminated person-has-contents | release | released contents about b
    1: hired from 10; 12: terminated | b terminated person-has-contents | reject | kept about b
    1: hired from 10; 12: changed with /username | b changed rename-limit | release | released rename about b
    1: hired from 10; 12: changed with /username | b changed rename-limit | reject | rejected about b`,
  "a release or a rejection rules about the event that repeats a cancelled one": rows`
    1: hired from 10; 2: operator: a cancelled; 3: hired from 10 | c hired repeated-after-ruling | release | released about c
    1: hired from 10; 2: operator: a cancelled; 3: hired from 10 | c hired repeated-after-ruling | reject | rejected about c`,
  "an answer to a question is the ruling": rows`
    1: hired from 10; 11: terminated, last day 20; 25: hired | c hired rehire-unclear | is-a-rehire | is-a-rehire about c
    1: hired from 10; 11: terminated, last day 20; 25: hired | c hired rehire-unclear | repeats | repeats about c
    1: hired from 10; 14: terminated, last day 8 | b terminated last-day-before-start | has-left | has-left about b
    1: hired from 10; 14: terminated, last day 8 | b terminated last-day-before-start | is-an-earlier-one | is-an-earlier-one about b
    1: hired from 10; 11: terminated, last day 40; 12: hired from 20 | c hired end-said-before | keeps-the-end | keeps-the-end about c
    1: hired from 10; 11: terminated, last day 40; 12: hired from 20 | c hired end-said-before | has-no-end | has-no-end about c`,
  "a verb for a termination rules about the termination that counts": rows`
    1: hired from 10; 12: terminated, grace 5 | b terminated | delete-now | delete-now about b
    1: hired from 10; 12: terminated, grace 5 | b terminated | cancel | cancelled about b
    1: hired from 10; 11: terminated, last day 30; 12: terminated, last day 20; 13: operator: c rejected | c terminated by b | cancel | cancelled about b
    1: hired from 10; 12: terminated, keep the person | b terminated | enable | cancelled about b
    1: hired from 10; 12: terminated | b terminated person-missing | confirm-gone | confirmed-gone about b`,
  "a retry rules nothing": rows`
    1: hired from 10; 12: terminated | b terminated person-missing | retry | nothing`,
  "resolve cancels an event that would still change something": rows`
    1: hired from 10 | a hired username-or-email-taken | resolve | cancelled about a
    1: hired from 10; 2: hired from 12 | b hired unexpected | resolve | cancelled about b
    1: hired from 10; 12: changed with /phone | b changed person-differs | resolve | cancelled about b
    1: hired from 10; 12: terminated, last day 40 | b terminated unexpected | resolve | cancelled about b`,
  "resolve keeps the person of an end that has come": rows`
    1: hired from 10; 12: terminated | b terminated person-missing | resolve | kept about b
    1: hired from 10; 12: terminated, last day 13 | b terminated unexpected | resolve | kept about b
    1: hired from 10; 11: terminated, last day 12; 12: terminated, last day 20; 12: operator: c rejected | c terminated unexpected | resolve | kept about b`,
  "resolve rules nothing about an event that would change nothing more": rows`
    1: hired from 10; person enabled | a hired tasks-or-streams-incomplete | resolve | nothing
    1: hired from 10; 12: terminated; person disabled for a since 12; 13: cancelled | c termination_cancelled person-differs | resolve | nothing
    1: hired from 10; 2: hired from 12 | a hired unexpected | resolve | nothing`,
};

const rulingDayMs = 14 * dayMs;
const releasedUntilMs = 15 * dayMs;

describe.each(Object.entries(groups))("%s", (_title, table) => {
  it.each(table)(
    "history %s, operation %s, %s: %s",
    (history, operation, verb, expected) => {
      const { statements, person } = play(history.split("; "));
      const [id = "", kind, reason, sameAs = ""] = operation.split(" ");
      const type = toStoredEventType(`employee.${kind}`);
      const shows =
        reason === "by"
          ? { sameAs }
          : reason && { reason: toReasonCode(reason) };
      const ruling = rulingOf(
        verb,
        { id, type, run: 1, ...shows },
        { statements, person, unfinished: [{ id }] },
        "UTC",
        { atMs: rulingDayMs, untilMs: releasedUntilMs },
      );
      const limit = ruling?.ruling === "released" ? ruling.limit : undefined;
      const shown =
        ruling &&
        [ruling.ruling, limit, "about", ruling.about].filter(Boolean).join(" ");
      expect(shown ?? "nothing").toBe(expected);
    },
  );
});
