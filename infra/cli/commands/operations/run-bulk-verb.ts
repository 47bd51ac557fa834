import type { BulkVerb } from "../../../../functions/operations/contract.ts";
import { actByPages, type BulkSelection } from "../../api/act-by-pages.ts";
import type { ApiClient, BulkResult, VerbRequest } from "../../api/client.ts";
import { requireConfirmation } from "../../ask.ts";
import { type Cli, exitCodes } from "../../cli.ts";
import { cleanText } from "../../clean-text.ts";
import { CommandError } from "../../command-error.ts";
import { callOf } from "../../dependencies.ts";

export type BulkOptions = Partial<BulkSelection> & {
  limit?: number | undefined;
  yes?: true | undefined;
  json?: true | undefined;
  profile?: string | undefined;
};

/** The question counts no further. */
const maxCount = 200;

/**
 * Uses a verb on operations that are named, or on all that a selection finds. Asks first, and says how many were
 * changed. If the connection is lost, the same command goes on with the rest.
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
  const { api } = await cli.connect(options);
  const output = cli.createOutput(options);
  const count = selection
    ? await cli.withProgress("count operations", () =>
        countSelected(api, selection, options.limit ?? Infinity),
      )
    : String(ids.length);
  if (count === "0") return output.say("No operation matches: nothing to do.");
  await requireConfirmation(
    `${verb} ${count} operations${selection ? ` (${textOf(selection)})` : ""}?`,
    options.yes,
    cli.terminal,
  );

  const target = selection ? { selection, maxItems: options.limit } : { ids };
  const refused: BulkResult["refused"] = [];
  let changed = 0;
  try {
    await cli.withProgress(`${verb} operations`, async (update) => {
      for await (const page of actByPages(api, verb, target, body)) {
        changed += page.changed.length;
        refused.push(...page.refused);
        update(`${verb} operations: ${changed} of ${count}`);
        if (output.isJson)
          output.list(
            [
              ...page.changed.map((id) => ({ id, changed: true })),
              ...page.refused.map((one) => ({ ...one, changed: false })),
            ],
            [],
          );
      }
    });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(
      `${error.message}\nBefore that, ${changed} operations were changed, and perhaps some of the last request. To repeat the command is harmless: it goes on with the rest.`,
      { cause: error },
    );
  }
  output.say(`${verb}: ${changed} changed, ${refused.length} refused.`);
  const [first] = refused;
  if (!first) return;
  output.section("Refused", refused, [
    { title: "OPERATION", text: ({ id }) => id },
    { title: "REASON", text: ({ reason }) => reason },
  ]);
  output.say(
    `docs/problems.md explains each reason. Look at an operation: ${callOf(`operations show ${first.id}`, options.profile)}`,
  );
  cli.exitWith(exitCodes.needsAttention);
}

/** Only operations that need attention can be held, so `release` and `reject` need no status. */
function completeSelection(
  verb: BulkVerb,
  { status, reason, type }: Partial<BulkSelection>,
): BulkSelection {
  const isOfHeld = verb === "release" || verb === "reject";
  const isEmpty = [status, reason, type].every((one) => one === undefined);
  const completed = status ?? (isOfHeld ? "needs_attention" : undefined);
  if (isEmpty || completed === undefined)
    throw new CommandError(
      `Name operations by their ids, or select them: ${callOf(`operations ${verb} --status ${isOfHeld ? "needs_attention --reason deletion-limit" : "failed"}`)}`,
    );
  return { status: completed, reason, type };
}

async function countSelected(
  api: ApiClient,
  selection: BulkSelection,
  limit: number,
): Promise<string> {
  const { length: count } = await Array.fromAsync(
    api.operations.all(selection, Math.min(maxCount, limit)),
  );
  return count === maxCount && limit > maxCount
    ? `${maxCount} or more`
    : String(count);
}

function textOf({ status, reason, type }: BulkSelection): string {
  return [status, reason, type]
    .filter((one) => one !== undefined)
    .map(cleanText)
    .join(", ");
}
