import {
  type BulkSelection,
  type BulkVerb,
  maxSelected,
} from "../../../../functions/operations/contract.ts";
import {
  actByPages,
  addLeftOver,
  type BulkTarget,
  readOperations,
  noneLeft,
} from "../../api/act-by-pages.ts";
import type { ApiClient, BulkResult, VerbRequest } from "../../api/client.ts";
import { requireConfirmation } from "../../ask.ts";
import { type Cli, type CommonOptions, exitCodes } from "../../cli.ts";
import { cleanText } from "../../clean-text.ts";
import { CommandError } from "../../command-error.ts";
import { describeEffect, describeRefusal } from "../../console/words.ts";
import { describeProgress } from "../../progress.ts";
import { callOf } from "../../dependencies.ts";
import { type FilterOptions, filtersOf } from "../arguments.ts";
import { countText } from "../overview.ts";

export type BulkOptions = FilterOptions &
  CommonOptions & {
    status?: BulkSelection["status"] | undefined;
    limit?: number | undefined;
    yes?: true | undefined;
  };

/**
 * Uses a verb on named operations, or on what a selection finds at the question. Asks first, and says
 * how many were changed, and how many came later and are left over. If the connection is lost, the same command goes on
 * with the rest.
 *
 * @param ids - empty for a selection
 */
export async function runBulkVerb(
  cli: Cli,
  verb: BulkVerb,
  ids: readonly string[],
  body: VerbRequest,
  options: BulkOptions,
): Promise<void> {
  const selection =
    ids.length > 0 ? undefined : completeSelection(verb, options);
  const connection = await cli.connect(options);
  const { api, output } = connection;
  const target = selection
    ? await cli.withProgress("count operations", (update) =>
        targetOf(api, selection, options.limit, update),
      )
    : { ids };
  const count = "ids" in target ? ids.length : target.selection.limit;
  if (count === 0) return output.say("No operation matches: nothing to do.");
  await requireConfirmation(
    `${verb} ${count} operations${selection ? ` (${textOf(selection)})` : ""}? ${describeEffect(verb)}`,
    options.yes,
    cli.terminal,
  );

  const refused: BulkResult["refused"] = [];
  let leftOver = noneLeft;
  let changed = 0;
  let isStopped = false;
  /** The first Ctrl+C stops after the request that runs, and a second one ends the process. */
  const stop = () => (isStopped = true);
  process.once("SIGINT", stop);
  const startMs = cli.nowMs();
  try {
    await cli.withProgress(`${verb} operations`, async (update) => {
      for await (const page of actByPages(api, verb, target, body)) {
        changed += page.changed.length;
        refused.push(...page.refused);
        leftOver = addLeftOver(leftOver, page.leftOver);
        const tried = changed + refused.length;
        const elapsedMs = cli.nowMs() - startMs;
        update(
          `${verb} ${drawBar(tried / count)} ${describeProgress(tried, count, elapsedMs)}`,
        );
        if (output.isJson)
          output.list(
            [
              ...page.changed.map((id) => ({ id, changed: true })),
              ...page.refused.map((one) => ({ ...one, changed: false })),
            ],
            {},
          );
        if (isStopped) break;
      }
    });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(
      `${error.message}\nBefore that, ${changed} operations were changed, and perhaps some of the last request. To repeat the command is harmless: it goes on with the rest.`,
      { cause: error },
    );
  } finally {
    process.removeListener("SIGINT", stop);
  }
  const isAnyLeft = leftOver.count > 0;
  output.say(
    `${verb}: ${changed} changed, ${refused.length} refused${isAnyLeft ? `, ${countText(leftOver)} left over` : ""}.`,
  );
  const untried = count - changed - refused.length;
  if (isStopped && untried > 0)
    output.say(
      `You stopped it: ${untried} are unchanged. The same command goes on with them.`,
    );
  if (selection && isAnyLeft)
    output.show({ leftOver }, () =>
      output.say(
        `What is left over matches too, but came after the question or is beyond its number. Look at it: ${connection.callOf(listOf(selection))}`,
      ),
    );
  const [first] = refused;
  if (!first) return;
  output.section("Refused", refused, {
    OPERATION: ({ id }) => id,
    WHY: { text: ({ reason }) => describeRefusal(reason), narrow: "wrap" },
  });
  output.say(
    `Look at an operation: ${connection.callOf(`operations show ${first.id}`)}`,
  );
  cli.exitWith(exitCodes.needsAttention);
}

const barWidth = 20;

/** How much is done: "████░░░░" */
function drawBar(share: number): string {
  const done = Math.round(Math.min(1, share) * barWidth);
  return "█".repeat(done) + "░".repeat(barWidth - done);
}

/** Only operations that need attention can be held, so `release` and `reject` need no status. */
function completeSelection(
  verb: BulkVerb,
  options: BulkOptions,
): BulkSelection {
  const isOfHeld = verb === "release" || verb === "reject";
  const status = options.status ?? (isOfHeld ? "needs_attention" : undefined);
  if (!hasFilter(options) || status === undefined)
    throw new CommandError(
      `Name operations by their ids, or select them: ${callOf(`operations ${verb} --status ${isOfHeld ? "needs_attention --reason deletion-limit" : "failed"}`)}`,
    );
  return { status, ...filtersOf(options) };
}

/** Whether the options select operations. */
export function hasFilter({ status, ...options }: BulkOptions): boolean {
  const values = Object.values({ status, ...filtersOf(options) });
  return values.some((value) => value !== undefined);
}

/** What the question is about: the operations that match now, or the newest of them. */
async function targetOf(
  api: ApiClient,
  selection: BulkSelection,
  limit = maxSelected,
  update: (text: string) => void,
): Promise<Extract<BulkTarget, { selection: unknown }>> {
  const { operations, asOf } = await readOperations(api, selection, {
    maxItems: Math.min(limit, maxSelected),
    update: (count) => update(`count operations: ${count}`),
  });
  return { selection: { ...selection, asOf, limit: operations.length } };
}

function listOf(selection: BulkSelection): string {
  const filters = Object.entries(selection).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [` --${name.replace("Id", "")} ${cleanText(value)}`],
  );
  return `operations list${filters.join("")}`;
}

function textOf(selection: BulkSelection): string {
  return Object.values(selection)
    .filter((one) => one !== undefined)
    .map(cleanText)
    .join(", ");
}
