import type { Overview } from "../../../functions/operations/contract.ts";
import { isHeldReason } from "../../../shared/store/verbs.ts";
import { type Cli, type ExitCode, exitCodes } from "../cli.ts";
import { needsLook } from "../console/words.ts";
import type { Output } from "../output.ts";
import { deploymentCommand } from "./arguments.ts";

export function createOverviewCommand(cli: Cli) {
  return deploymentCommand("overview")
    .summary("show what needs attention")
    .description(
      "Show how many operations wait, need attention or failed and why, the limits, outages and callers.",
    )
    .action(async (options) => {
      const { api, output, callOf } = await cli.connect(options);
      const overview = await api.overview();
      const first = firstProblem(overview);
      output.show(overview, () => {
        sayOverview(overview, output);
        output.say(
          first ? `Next: ${callOf(first.words)}` : "Nothing needs attention.",
        );
      });
      cli.setExitCode(first?.code ?? exitCodes.done);
    });
}

function sayOverview(overview: Overview, output: Output): void {
  const { statuses, reasons, limits, blocked, callers, oldestOverdue } =
    overview;
  output.say("Operations", "bold");
  output.list(statuses, {
    STATUS: ({ status }) => status,
    COUNT: {
      text: countText,
      style: ({ status, count }) =>
        count > 0 && needsLook(status) ? "red" : undefined,
    },
  });
  if (oldestOverdue)
    output.say(
      `Overdue since ${output.moment(oldestOverdue.dueAt)}: ${oldestOverdue.id} (${oldestOverdue.status})`,
      "red",
    );
  output.section("Reasons", reasons, {
    STATUS: ({ status }) => status,
    REASON: ({ reason }) => reason,
    COUNT: countText,
  });
  output.section("Warnings of the last seven days", overview.warnings, {
    REASON: ({ reason }) => reason,
    COUNT: countText,
  });
  output.section("Limits", limits, {
    LIMIT: ({ name }) => name,
    USED: ({ used, allowed }) => `${used} of ${allowed}`,
    HELD: {
      text: ({ held }) => countText(held),
      style: ({ held }) => (held.count > 0 ? "yellow" : undefined),
    },
  });
  output.section("Blocked operations", blocked, {
    "WAITS FOR": ({ by }) => by,
    REASON: ({ reason }) => reason,
    SINCE: ({ since }) => output.when(since),
    OPERATIONS: ({ waiting }) => countText(waiting),
  });
  output.section(
    "Callers to look at",
    callers.filter(({ issue }) => issue),
    {
      CALLER: ({ name }) => name,
      SCHEME: ({ scheme }) => scheme,
      ISSUE: { text: ({ issue }) => issue, style: () => "yellow" },
    },
  );
  output.say("");
}

type Count = Overview["blocked"][number]["waiting"];

/** "12", or "at least 10000" for a count that stopped at its bound. */
function countText({ count, isAtLeast }: Count) {
  return `${isAtLeast ? "at least " : ""}${count}`;
}

/**
 * The most urgent problem: the exit code, and the words of the command that shows it. An operation that is held needs a
 * decision, which is less urgent than a failure.
 */
function firstProblem({
  statuses,
  reasons,
  blocked,
  oldestOverdue,
  callers,
}: Overview): { code: ExitCode; words: string } | undefined {
  const countOf = (wanted: string) =>
    statuses.find(({ status }) => status === wanted)?.count ?? 0;
  const list = (status: string) => `operations list --status ${status}`;
  const problem = (words: string) => ({
    code: exitCodes.needsAttention,
    words,
  });
  const held = reasons
    .filter(({ reason }) => isHeldReason(reason))
    .reduce((sum, { count }) => sum + count, 0);
  if (countOf("failed") > 0) return problem(list("failed"));
  if (countOf("needs_attention") > held)
    return problem(list("needs_attention"));
  if (oldestOverdue) return problem(`operations show ${oldestOverdue.id}`);
  // The reason finds the blocked operations: in the list of waiting ones, others may wait for their time before them.
  const stuck = reasons.find(({ status }) => status === "waiting");
  if (stuck) return problem(`${list("waiting")} --reason ${stuck.reason}`);
  const [firstBlocked] = blocked;
  if (firstBlocked) return problem(list(firstBlocked.status));
  if (callers.some(({ issue }) => issue === "invalid-entry"))
    return problem("callers check");
  return held > 0
    ? { code: exitCodes.held, words: list("needs_attention") }
    : undefined;
}
