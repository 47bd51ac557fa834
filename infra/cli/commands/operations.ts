import { Command, Option } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";
import {
  parseOperationId,
  deploymentCommand,
  confirmedOption,
  filteringCommand,
  limitOption,
  parseHours,
  parseOperationIds,
} from "./arguments.ts";
import { createListCommand } from "./operations/list.ts";
import { createWatchCommand } from "./operations/watch.ts";
import { showById } from "./show.ts";
import {
  type BulkVerb,
  isBulkVerb,
  type Verb,
  verbRecords,
  verbs,
} from "../../../functions/operations/contract.ts";
import { selectableStatuses } from "../api/act-by-pages.ts";
import type { ApiClient, VerbRequest } from "../api/client.ts";
import { cleanText } from "../clean-text.ts";
import { CommandError } from "../command-error.ts";
import { describeEffect } from "../console/words.ts";
import { describeEvent } from "../../../shared/event-types.ts";
import {
  type BulkOptions,
  hasFilter,
  runBulkVerb,
} from "./operations/run-bulk-verb.ts";

export function createOperationsCommand(cli: Cli) {
  const command = new Command("operations")
    .summary("list, show and control operations")
    .description(
      "List and show operations, follow one, and act on one or on many.",
    )
    .addCommand(createListCommand(cli))
    .addCommand(createShowCommand(cli))
    .addCommand(createWatchCommand(cli));
  for (const verb of verbs)
    command.addCommand(
      isBulkVerb(verb)
        ? createBulkVerbCommand(cli, verb)
        : createVerbCommand(cli, verb),
    );
  return command;
}

function createShowCommand(cli: Cli) {
  return deploymentCommand("show")
    .summary("show one operation")
    .description(
      "Show one operation: its steps, its audit trail, what its reason code means, and what you can do.",
    )
    .argument("<id>", "the operation", parseOperationId)
    .action((id, options) => showById(cli, id, "operation", options));
}

function createVerbCommand(cli: Cli, verb: Verb) {
  return deploymentCommand(verb)
    .summary(summaryOf(verb))
    .description(`${verbRecords[verb].summary}.`)
    .argument("<id>", "the operation", parseOperationId)
    .addOption(confirmedOption())
    .action((id, options) => actOnOne(cli, verb, id, {}, options));
}

function createBulkVerbCommand(cli: Cli, verb: BulkVerb) {
  const command = filteringCommand(verb, cli.nowMs)
    .summary(summaryOf(verb))
    .description(
      `${verbRecords[verb].summary}. Name operations by their ids, or select them by --status and other filters.`,
    )
    .argument("[ids...]", "operations", parseOperationIds)
    .addOption(
      new Option("--status <status>", "only with this status").choices(
        selectableStatuses,
      ),
    )
    .addOption(limitOption("select at most this many (default: all)"))
    .addOption(confirmedOption());
  const { field } = verbRecords[verb];
  switch (field) {
    case "hours":
      return command
        .option(
          "--hours <number>",
          "how many hours it applies (default: 1)",
          parseHours,
        )
        .action((ids, { hours, ...options }) =>
          actOnSome(cli, verb, ids, { hours }, options),
        );
    case "note":
      return command
        .requiredOption("--note <text>", "what you did, for the audit trail")
        .action((ids, { note, ...options }) =>
          actOnSome(cli, verb, ids, { note }, options),
        );
    default:
      return command.action((ids, options) =>
        actOnSome(cli, verb, ids, {}, options),
      );
  }
}

/** A summary begins with a small letter, as those of the other commands. */
function summaryOf(verb: Verb): string {
  const { summary } = verbRecords[verb];
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
}

function actOnSome(
  cli: Cli,
  verb: BulkVerb,
  ids: string[],
  body: VerbRequest,
  options: BulkOptions,
): Promise<void> {
  const [id, ...others] = ids;
  if (id !== undefined && hasFilter(options))
    throw new CommandError(
      "Name operations by their ids, or select them: not both.",
    );
  return id !== undefined && others.length === 0
    ? actOnOne(cli, verb, id, body, options)
    : runBulkVerb(cli, verb, ids, body, options);
}

async function actOnOne(
  cli: Cli,
  verb: Verb,
  id: string,
  body: VerbRequest,
  options: Pick<BulkOptions, "yes" | "json" | "profile">,
): Promise<void> {
  const { api, output, callOf } = await cli.connect(options);
  if (!verbRecords[verb].isUnasked && !options.yes)
    await cli.confirm(await questionOf(api, verb, id));
  const operation = await api.operations.act(id, verb, body);
  output.show(operation, ({ status }) => {
    output.say(`${id}: ${verb} is done, and the operation is ${status} now.`);
    if (status === "accepted" || status === "running")
      output.say(`Follow it: ${callOf(`operations watch ${id}`)}`, "dim");
  });
}

async function questionOf(
  { operations }: ApiClient,
  verb: Verb,
  id: string,
): Promise<string> {
  const operation = await operations.get(id);
  const { type, employeeId, dueAt } = operation;
  const subject = cleanText(`${describeEvent(type)} of ${employeeId}`);
  return `${verb} ${id} (${subject})? ${describeEffect(verb, operation, dueAt && `at ${dueAt}`)}`;
}
