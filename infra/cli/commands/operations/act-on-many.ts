import type { BulkVerb } from "../../../../functions/operations/contract.ts";
import type {
  ApiClient,
  BulkBody,
  BulkResult,
  VerbBody,
} from "../../api/client.ts";
import { requireConfirmation } from "../../ask.ts";
import { type Cli, exitCodes } from "../../cli.ts";
import { cleanText } from "../../clean-text.ts";
import { CommandError } from "../../command-error.ts";
import { callOf } from "../../dependencies.ts";

type Selection = {
  status?: "failed" | "needs_attention" | "waiting" | undefined;
  reason?: string | undefined;
  type?: string | undefined;
};

export type BulkOptions = Selection & {
  limit?: number | undefined;
  yes?: true | undefined;
  json?: true | undefined;
  profile?: string | undefined;
};

/** The API takes no more in one request. */
const maxPage = 100;
/** The question counts no further. */
const countMost = 200;

/**
 * Uses a verb on operations that are named, or on all that a selection finds. Asks first, and says how many were
 * changed. If the connection is lost, the same command goes on with the rest.
 *
 * @param ids - empty for a selection
 */
export async function actOnMany(
  cli: Cli,
  verb: BulkVerb,
  ids: readonly string[],
  body: VerbBody,
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
  if (count === "0") return output.say("No operation fits: nothing to do.");
  await requireConfirmation(
    `${verb} ${count} operations${selection ? ` (${textOf(selection)})` : ""}?`,
    options.yes,
    cli.terminal,
  );

  const pages = selection
    ? selectPages(api, verb, selection, body, options.limit ?? Infinity)
    : namePages(api, verb, ids, body);
  const refused: BulkResult["refused"] = [];
  let changed = 0;
  try {
    await cli.withProgress(`${verb} operations`, async (update) => {
      for await (const page of pages) {
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
  { status, reason, type }: Selection,
) {
  const isOfHeld = verb === "release" || verb === "reject";
  const isEmpty = [status, reason, type].every((one) => one === undefined);
  const completed = status ?? (isOfHeld ? "needs_attention" : undefined);
  if (isEmpty || completed === undefined)
    throw new CommandError(
      `Name operations by their ids, or select them: ${callOf(`operations ${verb} --status ${isOfHeld ? "needs_attention --reason deletion-limit" : "failed"}`)}`,
    );
  return {
    status: completed,
    ...(reason !== undefined && { reason }),
    ...(type !== undefined && { type }),
  };
}

async function countSelected(
  api: ApiClient,
  selection: ReturnType<typeof completeSelection>,
  limit: number,
): Promise<string> {
  const most = Math.min(countMost, limit);
  const { length: count } = await Array.fromAsync(
    api.operations.all(selection, most),
  );
  return count === countMost && limit > countMost
    ? `${countMost} or more`
    : String(count);
}

async function* selectPages(
  api: ApiClient,
  verb: BulkVerb,
  selection: ReturnType<typeof completeSelection>,
  body: VerbBody,
  most: number,
): AsyncGenerator<BulkResult> {
  let left = most;
  let cursor: string | undefined;
  do {
    const request: BulkBody = {
      ...selection,
      ...body,
      limit: Math.min(left, maxPage),
      ...(cursor !== undefined && { cursor }),
    };
    const page = await api.operations.actOnMany(verb, request);
    yield page;
    left -= page.changed.length + page.refused.length;
    cursor = page.next;
  } while (cursor !== undefined && left > 0);
}

async function* namePages(
  api: ApiClient,
  verb: BulkVerb,
  ids: readonly string[],
  body: VerbBody,
): AsyncGenerator<BulkResult> {
  let left = [...ids];
  while (left.length > 0) {
    const operations = left.slice(0, maxPage);
    const request = { operations, ...body };
    const { changed, refused } = await api.operations.actOnMany(verb, request);
    const untried = refused.filter(isUntried).map(({ id }) => id);
    yield { changed, refused: refused.filter((one) => !isUntried(one)) };
    left = [...untried, ...left.slice(maxPage)];
  }
}

/** The API had no time left for the operation. It tries some in each request. */
function isUntried({ reason }: BulkResult["refused"][number]): boolean {
  return reason === "out-of-time";
}

function textOf({ status, reason, type }: Selection): string {
  return [status, reason, type]
    .filter((one) => one !== undefined)
    .map(cleanText)
    .join(", ");
}
