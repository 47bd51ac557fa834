import { dayOf } from "../../shared/person/word-of-event.ts";
import { timelineOf } from "../../shared/employment/timeline-of.ts";
import type { SeenPerson } from "../../shared/employment/move.ts";
import type { Ruling, Statement } from "../../shared/employment/statement.ts";
import { wanted } from "../../shared/employment/wanted.ts";
import type { Operation } from "../../shared/store/operation.ts";
import { type Verb, verbRecords } from "../../shared/store/verbs.ts";

/** The statements about the employee, the person as we saw them, and the open operations. */
type Said = {
  statements: readonly Statement[];
  person: SeenPerson;
  unfinished: readonly { id: string }[];
};

/**
 * The decision of an operator who uses a verb, as a statement about the employment. Undefined if the verb decides
 * nothing.
 *
 * @param zone - an IANA name
 * @param times.untilMs - until when a release is valid
 */
export function rulingOf(
  verb: Verb,
  operation: Pick<Operation, "id" | "type" | "reason" | "sameAs" | "run">,
  { statements, ...seen }: Said,
  zone: string,
  times: { atMs: number; untilMs: number },
): Ruling | undefined {
  const { id, run } = operation;
  const { atMs } = times;
  const timeline = timelineOf(statements);
  const ruling = verbRecords[verb].rule?.({
    operation,
    timeline,
    wanted: wanted(timeline, atMs),
    ...seen,
    ...times,
  });
  return (
    ruling && {
      kind: "ruled",
      id: `${id} ${verb} ${run}`,
      atMs,
      ownDay: dayOf(atMs, zone),
      about: id,
      ...ruling,
    }
  );
}
