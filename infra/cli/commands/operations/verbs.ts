import { Argument, Command, Option } from "@commander-js/extra-typings";
import {
  selectableStatuses,
  type Verb,
} from "../../../../functions/operations/contract.ts";
import type { ApiClient, VerbRequest } from "../../api/client.ts";
import { requireConfirmation } from "../../ask.ts";
import { cleanText } from "../../clean-text.ts";
import type { Cli } from "../../cli.ts";
import { CommandError } from "../../command-error.ts";
import { describeEffect } from "../../console/words/effect-words.ts";
import { describeEvent } from "../../console/words/event-words.ts";
import { callOf } from "../../dependencies.ts";
import {
  confirmedOption,
  jsonOption,
  limitOption,
  parseHours,
  parseOperationId,
  parseOperationIds,
  profileOption,
} from "../arguments.ts";
import { type BulkOptions, runBulkVerb } from "./run-bulk-verb.ts";

/** One command for each verb. */
export function createVerbCommands(cli: Cli) {
  const many = (
    verb: "retry" | "release" | "reject" | "resolve",
    summary: string,
  ) =>
    new Command(verb)
      .summary(summary)
      .description(
        `${sentenceOf(summary)} Name operations by their ids, or select them by --status, --reason and --type.`,
      )
      .addArgument(
        new Argument("[ids...]", "operations").argParser(parseOperationIds),
      )
      .addOption(
        new Option("--status <status>", "select by this status").choices(
          selectableStatuses,
        ),
      )
      .option("--reason <code>", "select by this reason code")
      .option("--type <type>", "select by this event: employee.hired")
      .addOption(limitOption("select at most so many (default: all)"))
      .addOption(confirmedOption())
      .addOption(jsonOption())
      .addOption(profileOption());

  const one = (verb: Verb, summary: string) =>
    new Command(verb)
      .summary(summary)
      .description(sentenceOf(summary))
      .addArgument(
        new Argument("<id>", "the operation").argParser(parseOperationId),
      )
      .addOption(confirmedOption())
      .addOption(jsonOption())
      .addOption(profileOption())
      .action((id, options) => actOnOne(cli, verb, id, {}, options));

  const act = (
    verb: "retry" | "release" | "reject" | "resolve",
    ids: string[],
    body: VerbRequest,
    options: BulkOptions,
  ) => {
    const [id, ...others] = ids;
    const { status, reason, type } = options;
    const isSelection = [status, reason, type].some((one) => one !== undefined);
    if (id !== undefined && isSelection)
      throw new CommandError(
        "Name operations by their ids, or select them: not both.",
      );
    return id !== undefined && others.length === 0
      ? actOnOne(cli, verb, id, body, options)
      : runBulkVerb(cli, verb, ids, body, options);
  };

  return [
    many(
      "retry",
      "start operations again that failed or need attention",
    ).action((ids, options) => act("retry", ids, {}, options)),
    one("cancel", "cancel an operation that waits"),
    many("release", "release operations from the limit that holds them")
      .option(
        "--hours <number>",
        "how many hours the release applies (default: 1)",
        parseHours,
      )
      .action((ids, { hours, ...options }) =>
        act("release", ids, { hours }, options),
      ),
    many("reject", "end operations that a limit holds").action((ids, options) =>
      act("reject", ids, {}, options),
    ),
    many("resolve", "close operations that you have repaired by hand")
      .requiredOption("--note <text>", "what you did, for the audit trail")
      .action((ids, { note, ...options }) =>
        act("resolve", ids, { note }, options),
      ),
    one(
      "confirm-gone",
      "confirm that the person of a termination is gone from the platform",
    ),
    one(
      "delete-now",
      "delete the person of a termination now, before the end of its grace period",
    ),
    one("enable", "enable a person whom a termination has kept"),
  ] as const;
}

async function actOnOne(
  cli: Cli,
  verb: Verb,
  id: string,
  body: VerbRequest,
  options: Pick<BulkOptions, "yes" | "json" | "profile">,
): Promise<void> {
  const { api } = await cli.connect(options);
  // A retry does what the event asks, which was decided before.
  if (verb !== "retry" && !options.yes) await ask(cli, api, verb, id);
  const output = cli.createOutput(options);
  const operation = await cli.withProgress(`${verb} ${id}`, () =>
    api.operations.act(id, verb, body),
  );
  output.show(operation, ({ status }) => {
    output.say(`${id}: ${verb} is done, and the operation is ${status} now.`);
    if (status === "accepted" || status === "running")
      output.say(
        `Follow it: ${callOf(`operations watch ${id}`, options.profile)}`,
        "dim",
      );
  });
}

/** Asks with the name of the employee, and with what follows for the person. */
async function ask(
  { terminal, withProgress }: Cli,
  api: ApiClient,
  verb: Verb,
  id: string,
): Promise<void> {
  const operation = await withProgress("read the operation", () =>
    api.operations.get(id),
  );
  const { type, employeeId } = operation;
  const subject = cleanText(`${describeEvent(type)} of ${employeeId}`);
  await requireConfirmation(
    `${verb} ${id} (${subject})? ${describeEffect(verb, operation)}`,
    false,
    terminal,
  );
}

function sentenceOf(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}
