import {
  type PlanRow,
  type RowKind,
  rowKinds,
  type ShownPlan,
  type ShownRow,
} from "../../../../functions/lists/contract.ts";
import type { Cli, Connection } from "../../cli.ts";
import {
  describeMatch,
  describeNamed,
  describePlanProgress,
  describePlanStatus,
  describeRowReason,
  isAtWork,
  sumOf,
} from "../../lists/words.ts";
import type { Columns } from "../../output.ts";

/** How many rows of a kind a summary shows, except ends and renames, which it shows all. */
const shownOfKind = 5;
const shownInFull: readonly RowKind[] = ["end", "rename"];

/**
 * Shows the counts first, then all ends and renames by id, and the first rows of each other kind.
 *
 * @param options - `withNames` shows the names of both sides of an unclear match, which the output of a schedule must not
 *   have
 */
export async function summarizePlan(
  { nowMs }: Cli,
  { api: { plans }, output, callOf }: Connection,
  plan: ShownPlan,
  { withNames = false }: { withNames?: boolean } = {},
): Promise<void> {
  if (output.isJson) return output.show(plan, () => undefined);
  const { id, source, status, phase, counts, applies, toDecide } = plan;
  const isOver = status === "applied" || status === "stopped";
  output.fields({
    plan: id,
    source: `${source}, ${originOf(plan)} ${output.moment(plan.asOf)}`,
    status: describePlanStatus(plan),
    ...(isAtWork(plan) && {
      progress: describePlanProgress(plan, nowMs()),
    }),
    ...(isOver && sumOf(applies) > 0 && { rows: describeResult(plan) }),
    uploaded: `by ${plan.createdBy}, ${output.moment(plan.createdAt)}`,
    approved: plan.approvals.map(({ by }) => `by ${by}`).join(", "),
    ...(phase === "match" && {
      phase: "the first plan of this source: it only links people",
    }),
  });
  for (const { line, text } of plan.findings)
    output.say(`  ${line === undefined ? "" : `line ${line}: `}${text}`);
  const toApply: Partial<Record<string, number>> = applies;
  output.section(
    "Rows",
    Object.entries(counts).map(([kind, count]) => ({ kind, count })),
    {
      KIND: ({ kind }) => kind,
      ROWS: ({ count }) => String(count),
      "TO APPLY": ({ kind }) => toApply[kind]?.toString(),
    },
  );
  output.section("Limits of a day", plan.limits, {
    LIMIT: ({ name }) => name,
    USED: ({ used }) => String(used),
    ALLOWED: ({ allowed }) => String(allowed),
  });
  const others = rowKinds.filter((kind) => !shownInFull.includes(kind));
  for (const kind of [...shownInFull, ...others]) {
    const count = counts[kind] ?? 0;
    if (count === 0 || kind === "same" || kind === "ignored") continue;
    const isFull = shownInFull.includes(kind);
    const rows = await Array.fromAsync(
      plans.rows(id, { kind, names: withNames }, isFull ? count : shownOfKind),
    );
    output.section(
      isFull || count <= shownOfKind
        ? `${kind} (${count})`
        : `${kind} (the first ${shownOfKind} of ${count})`,
      rows,
      rowColumns(rows),
    );
    for (const text of reasonsOf(rows)) output.say(`  ${text}`, "dim");
  }
  const sayApart = (text: string) => {
    output.say("");
    output.say(text);
  };
  if (status === "planned" && toDecide > 0)
    sayApart(
      `You can decide about ${toDecide} ${toDecide === 1 ? "row" : "rows"} in a table: ${callOf(`plans unclear ${id}`)} > unclear.csv`,
    );
  if (status === "planned")
    sayApart(`Another operator approves it: ${callOf(`plans approve ${id}`)}`);
  if (plan.isTrial) sayApart("Nobody is changed: the plan is a trial.");
  if (status === "applied" && Object.keys(applies).length === 0)
    sayApart("There is nothing to apply.");
}

function originOf({ origin, isWhole }: ShownPlan): string {
  if (origin === "drift") return "compared with the platform at";
  const list = isWhole ? "a whole list" : "a list of some people";
  return `${list}, ${origin === "pull" ? "read" : "exported"} at`;
}

export const rowColumns = (rows: readonly ShownRow[]): Columns<ShownRow> => ({
  LINE: ({ line }) => (line === 0 ? "" : String(line)),
  EMPLOYEE: ({ employeeId }) => employeeId,
  KIND: ({ kind }) => kind,
  REASON: ({ skipped, reason }) => skipped ?? reason,
  FIELDS: { text: ({ fields = [] }) => fields.join(" "), narrow: "wrap" },
  ...(rows.some(({ names }) => names) && {
    "IN THE LIST": {
      text: ({ names }) => describeNamed(names?.row),
      narrow: "wrap",
    },
  }),
  PERSON: {
    text: ({ persons = [], matches = [], names }) =>
      matches.length > 0
        ? matches.map((one) => describeMatch(one, names)).join("; ")
        : persons.join(" "),
    narrow: "wrap",
  },
});

export function describeCounts(counts: ShownPlan["counts"]): string {
  const parts = Object.entries(counts).map(
    ([kind, count]) => `${count} ${kind}`,
  );
  return parts.join(", ") || "nothing to do";
}

export const describeResult = ({ accepted, skipped }: ShownPlan) =>
  `accepted: ${accepted}, skipped: ${skipped}`;

function reasonsOf(rows: readonly PlanRow[]): string[] {
  const reasons = new Set(rows.flatMap(({ reason }) => reason ?? []));
  return [...reasons].map(
    (reason) => `${reason}: ${describeRowReason(reason)}`,
  );
}
