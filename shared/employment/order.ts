import type { Statement } from "./statement.ts";

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
export function compareStatements(one: Statement, other: Statement): number {
  const ofOther = lackOf(other);
  return (
    one.atMs - other.atMs ||
    kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
    lackOf(one)
      .map((lack, index) => lack - (ofOther[index] ?? lack))
      .find((difference) => difference !== 0) ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}

/** Numbers that grow as a statement gives less access. */
function lackOf(statement: Statement): number[] {
  const { ownDay } = statement;
  switch (statement.kind) {
    case "hired":
      return [statement.start?.day ?? ownDay];
    case "suspended": {
      const { from, until } = statement;
      return [until?.day ?? never, -(from?.day ?? ownDay)];
    }
    case "terminated": {
      const { lastDay, terms } = statement;
      const deletes = Number(terms.disposition === "delete");
      return [-(lastDay?.day ?? -never), deletes, -terms.graceDays];
    }
    default:
      return [];
  }
}
