import type {
  BulkVerb,
  OperationFilter,
} from "../../../../functions/operations/contract.ts";
import {
  actByPages,
  readOperations,
  type selectableStatuses,
} from "../../api/act-by-pages.ts";
import type { BulkResult, VerbRequest } from "../../api/client.ts";
import { type Cli, type CommonOptions, exitCodes } from "../../cli.ts";
import { cleanText } from "../../clean-text.ts";
import { CommandError } from "../../command-error.ts";
import { describeEffect, describeRefusal } from "../../console/words.ts";
import { describeProgress } from "../../progress.ts";
import { callOf } from "../../dependencies.ts";
import { type FilterOptions, filtersOf } from "../arguments.ts";

export type BulkOptions = FilterOptions &
  CommonOptions & {
    status?: (typeof selectableStatuses)[number] | undefined;
    limit?: number | undefined;
    yes?: true | undefined;
  };

/** How many operations one question is about at most. */
const maxSelected = 10_000;

/**
 * Uses a verb on named operations, or on the operations that match a selection now. Asks first, and says how many were
 * changed. If the connection is lost, the same command goes on with the rest.
 *
 * @param named - empty for a selection
 */
export async function runBulkVerb(
  cli: Cli,
  verb: BulkVerb,
  named: readonly string[],
  body: VerbRequest,
  options: BulkOptions,
): Promise<void> {
  const selection =
    named.length > 0 ? undefined : requireSelection(verb, options);
  const { limit = maxSelected } = options;
  const { api, output, callOf: callWithProfile } = await cli.connect(options);
  const found =
    selection &&
    (await cli.withProgress("count operations", (update) =>
      readOperations(api, selection, {
        maxItems: Math.min(limit, maxSelected),
        update: (count) => update(`count operations: ${count}`),
      }),
    ));
  const ids = found ? found.operations.map(({ id }) => id) : named;
  const count = ids.length;
  if (count === 0) return output.say("No operation matches: nothing to do.");
  if (found?.next !== undefined)
    output.say(`More operations match than the newest ${count}.`);
  await cli.confirm(
    `${verb} ${count} operations${selection ? ` (${textOf(selection)})` : ""}? ${describeEffect(verb)}`,
    options.yes,
  );

  // With `asOf`, the API refuses an operation that has changed since the selection.
  const asked = { ...body, ...(found && { asOf: found.asOf }) };
  const refused: BulkResult["refused"] = [];
  let changed = 0;
  let isStopped = false;
  /** The first Ctrl+C stops after the request that runs, and a second one ends the process. */
  const stop = () => (isStopped = true);
  process.once("SIGINT", stop);
  const startMs = cli.nowMs();
  try {
    await cli.withProgress(`${verb} operations`, async (update) => {
      for await (const page of actByPages(api, verb, ids, asked)) {
        changed += page.changed.length;
        refused.push(...page.refused);
        const tried = changed + refused.length;
        const elapsedMs = cli.nowMs() - startMs;
        update(`${verb} ${describeProgress(tried, count, elapsedMs)}`);
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
  output.say(`${verb}: ${changed} changed, ${refused.length} refused.`);
  const untried = count - changed - refused.length;
  if (isStopped && untried > 0) {
    output.say(
      `You stopped it: ${untried} are unchanged. The same command goes on with them.`,
    );
    cli.setExitCode(exitCodes.error);
  }
  const [first] = refused;
  if (!first) return;
  output.section("Refused", refused, {
    OPERATION: ({ id }) => id,
    WHY: { text: ({ reason }) => describeRefusal(reason), narrow: "wrap" },
  });
  output.say(
    `Look at an operation: ${callWithProfile(`operations show ${first.id}`)}`,
  );
  cli.setExitCode(exitCodes.needsAttention);
}

/** An example of a selection for each verb, and the status of the operations if the verb is for one status only. */
const selections: Record<
  BulkVerb,
  { status?: OperationFilter["status"]; example: string }
> = {
  retry: { example: "--status failed" },
  resolve: { example: "--status failed" },
  cancel: { status: "waiting", example: "--caller hr --since 2h" },
  release: { status: "needs_attention", example: "--reason deletion-limit" },
  reject: { status: "needs_attention", example: "--reason deletion-limit" },
};

function requireSelection(
  verb: BulkVerb,
  options: BulkOptions,
): OperationFilter {
  const { status: onlyStatus, example } = selections[verb];
  const status = options.status ?? onlyStatus;
  if (!hasFilter(options) || status === undefined)
    throw new CommandError(
      `Name operations by their ids, or select them: ${callOf(`operations ${verb} ${example}`)}`,
    );
  return { status, ...filtersOf(options) };
}

export function hasFilter({ status, ...options }: BulkOptions): boolean {
  const values = Object.values({ status, ...filtersOf(options) });
  return values.some((value) => value !== undefined);
}

function textOf(selection: OperationFilter): string {
  return Object.values(selection)
    .filter((one) => one !== undefined)
    .map(cleanText)
    .join(", ");
}
