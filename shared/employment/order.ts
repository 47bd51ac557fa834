import type { Named, Statement } from "./statement.ts";

const kinds = [
  "hired",
  "adopted",
  "changed",
  "resumed",
  "suspended",
  "terminated",
  "termination_cancelled",
  "ruled",
] as const satisfies Statement["kind"][];

/** Later than every day. A number, because infinities have no difference. */
const never = Number.MAX_SAFE_INTEGER;

/** The order in which statements were said: event time, kind, then the one that gives less access comes last, then id. */
export function compare(one: Statement, other: Statement): number {
  return (
    one.atMs - other.atMs ||
    kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
    compareAccess(one, other) ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}

/** Whether two statements say the same, at whatever time. The terms of a termination are not compared. */
export function saysTheSame(one: Statement, other: Statement): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf(statement: Statement): string {
  const day = (named: Named | undefined): string => String(named?.day);
  switch (statement.kind) {
    case "hired":
      return `hired ${day(statement.start)}`;
    case "changed":
      return `changed ${day(statement.effective)} ${statement.fields.join(" ")}`;
    case "suspended":
      return `suspended ${day(statement.from)} ${day(statement.until)}`;
    case "terminated":
      return `terminated ${day(statement.lastDay)}`;
    case "ruled":
      return statement.id;
    case "adopted":
    case "resumed":
    case "termination_cancelled":
      return statement.kind;
  }
}

function compareAccess(one: Statement, other: Statement): number {
  const lackOfOther = lackOf(other);
  const differences = lackOf(one).map((lack, index) =>
    Math.sign(lack - (lackOfOther[index] ?? lack)),
  );
  return differences.find((difference) => difference) ?? 0;
}

/** Numbers that grow as a statement gives less access. */
function lackOf(statement: Statement): number[] {
  const { ownDay } = statement;
  switch (statement.kind) {
    case "hired":
      return [statement.start?.day ?? ownDay];
    case "suspended":
      return [statement.until?.day ?? never, -(statement.from?.day ?? ownDay)];
    case "terminated":
      return [
        -(statement.lastDay?.day ?? -never),
        statement.terms.disposition === "delete" ? 1 : 0,
        -statement.terms.graceDays,
      ];
    case "adopted":
    case "changed":
    case "resumed":
    case "termination_cancelled":
    case "ruled":
      return [];
  }
}
