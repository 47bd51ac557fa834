import { stat } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { Argument, Command, Option } from "@commander-js/extra-typings";
import {
  isDecidable,
  rowKinds,
  type ShownPlan,
} from "../../../functions/lists/contract.ts";
import type { ApiClient } from "../api/client.ts";
import { type Cli, type CommonOptions, exitCodes } from "../cli.ts";
import { CommandError } from "../command-error.ts";
import { requireNoFindings, readListFile } from "../lists/read-list.ts";
import {
  describePlanProgress,
  describePlanStatus,
  isAtWork,
} from "../lists/words.ts";
import { packRows } from "../../../functions/lists/pack-rows.ts";
import {
  matchesOf,
  readDecisions,
  unclearColumns,
} from "../lists/unclear-file.ts";
import { createOutput } from "../output.ts";
import { readBytes } from "../read-text.ts";
import {
  confirmedOption,
  createParseTime,
  deploymentCommand,
  parseCount,
} from "./arguments.ts";
import { showById } from "./show.ts";
import {
  describeCounts,
  summarizePlan,
  describeResult,
  rowColumns,
} from "./plans/summarize.ts";

const pollMs = 1_000;

export function createPlansCommand(cli: Cli) {
  return new Command("plans")
    .summary("plan, approve and apply a whole list of people")
    .description(
      "Upload a list of people, see what it means for each of them, and apply it after another operator has approved it.",
    )
    .addCommand(createCreateCommand(cli))
    .addCommand(createListCommand(cli))
    .addCommand(createShowCommand(cli))
    .addCommand(createRowsCommand(cli))
    .addCommand(createUnclearCommand(cli))
    .addCommand(createDecideCommand(cli))
    .addCommand(createApproveCommand(cli))
    .addCommand(createApplyCommand(cli))
    .addCommand(createStopCommand(cli));
}

const planCommand = (name: string, description: string) =>
  deploymentCommand(name)
    .description(description)
    .addArgument(new Argument("<id>", "the plan"));

function createCreateCommand(cli: Cli) {
  const parseTime = createParseTime(cli.nowMs);
  return deploymentCommand("create")
    .summary("upload a list, and plan it")
    .description(
      "Upload a list of people, CSV or JSON with one row a line, and plan it. No person is changed, unless --pull reads a source that is in use.",
    )
    .addArgument(
      new Argument(
        "[file]",
        'the list; "-" is the standard input. None with --pull and --drift',
      ),
    )
    .option(
      "--source <name>",
      "the caller in whose name the rows count. Its entry has the field map",
    )
    .option(
      "--as-of <time>",
      "when the list was exported (default: when the file was written)",
      parseTime,
    )
    .option(
      "--pull",
      "read all records of the source in place of a file. If the source is in use, the plan is applied without an approval",
    )
    .option(
      "--drift",
      "compare what is known of each employee with the platform, without a list",
    )
    .option("--whole", "the list has everybody who is employed")
    .option(
      "--expect-rows <number>",
      "how many rows the list must have, also if it is shorter than the last one",
      parseCount,
    )
    .option(
      "--matches <file>",
      "which person each employee is, as `plans decide` reads it",
    )
    .action(async (file, options) => {
      const { source, matches: matchFile } = options;
      const { pull = false, drift = false } = options;
      const { whole = false, asOf, expectRows } = options;
      if ([file !== undefined, pull, drift].filter(Boolean).length !== 1)
        throw new CommandError(
          "Name a file, or --pull, or --drift: one of them.",
        );
      if (!drift && source === undefined)
        throw new CommandError("Name the caller with --source.");
      if (file === undefined && (whole || asOf !== undefined))
        throw new CommandError("--whole and --as-of are about a file.");
      if (drift && (source ?? matchFile ?? expectRows) !== undefined)
        throw new CommandError(
          "--drift compares all employees: leave --source, --matches and --expect-rows out.",
        );
      if (file === "-" && matchFile === "-")
        throw new CommandError(
          "The standard input is either the list or the matches: name a file for the other.",
        );
      const list =
        file === undefined ? undefined : await readListFile(file, cli.terminal);
      const matches =
        matchFile === undefined
          ? undefined
          : readDecisions(matchFile, await readBytes(matchFile, cli.terminal));
      const { rows = [], columns } = list ?? {};
      const connection = await cli.connect(options);
      const { plans } = connection.api;
      const origin =
        file === undefined
          ? ({ origin: pull ? "pull" : "drift" } as const)
          : {
              asOf: asOf ?? (await writtenAt(file, cli)),
              isWhole: whole,
              ...(columns && { columns }),
            };
      const text = list ? "upload the list" : "read";
      // A plan without a row to apply or to decide is applied at once, and the pull of a source in use applies itself.
      const ends = ["planned", "applied"] as const;
      const made = await follow(cli, plans, text, ends, async (update) => {
        const { id } = await plans.create({
          ...(source !== undefined && { source }),
          ...origin,
          ...(expectRows !== undefined && { expectRows }),
        });
        if (matches)
          await plans.putMatches(id, gzipSync(JSON.stringify(matches)));
        let chunks = 0;
        for (const bytes of packRows(rows)) {
          await plans.putRows(id, chunks++, bytes);
          update(`upload the list: part ${chunks}`);
        }
        return plans.begin(id, { chunks, rows: rows.length });
      });
      if (made.status === "refused")
        requireNoFindings(file ?? made.source, made.findings);
      await summarizePlan(cli, connection, made);
    });
}

/** Makes a plan that only shows what another field map would change: the deployment stops it when it is made. */
export async function tryPlan(
  cli: Cli,
  options: CommonOptions,
  asked: Parameters<Plans["create"]>[0],
): Promise<void> {
  const connection = await cli.connect(options);
  const { plans } = connection.api;
  const made = await follow(cli, plans, "read", ["stopped"], async () => {
    const { id } = await plans.create(asked);
    return plans.begin(id, { chunks: 0, rows: 0 });
  });
  await summarizePlan(cli, connection, made);
}

/** When a file was written, at the latest now: a list from the future is refused. */
async function writtenAt(file: string, { nowMs }: Cli): Promise<string> {
  const writtenMs = file === "-" ? nowMs() : (await stat(file)).mtimeMs;
  return new Date(Math.min(writtenMs, nowMs())).toISOString();
}

type Plans = ApiClient["plans"];

/**
 * Begins work on a plan, and waits until no execution works on it.
 *
 * @param text - what the progress shows until the work has begun
 * @param ends - the statuses of a success. With another one at the end, the command fails
 */
function follow(
  { sleepMs, nowMs, withProgress, setExitCode }: Cli,
  { get }: Plans,
  text: string,
  ends: readonly ShownPlan["status"][],
  begin: (update: (text: string) => void) => Promise<{ id: string }>,
): Promise<ShownPlan> {
  return withProgress(text, async (update) => {
    const { id } = await begin(update);
    for (;;) {
      const plan = await get(id);
      if (!isAtWork(plan)) {
        if (!ends.includes(plan.status)) setExitCode(exitCodes.error);
        return plan;
      }
      update(`${plan.status}: ${describePlanProgress(plan, nowMs())}`);
      await sleepMs(pollMs);
    }
  });
}

function createListCommand(cli: Cli) {
  return deploymentCommand("list")
    .description("List the newest plans.")
    .action(async (options) => {
      const { api, output } = await cli.connect(options);
      const { plans } = await api.plans.list();
      output.list(plans, {
        PLAN: ({ id }) => id,
        SOURCE: ({ source }) => source,
        STATUS: describePlanStatus,
        ROWS: ({ rows }) => rows?.toString(),
        BY: { text: ({ createdBy }) => createdBy, narrow: "drop" },
        CREATED: {
          text: ({ createdAt }) => output.when(createdAt),
          narrow: "drop",
        },
      });
      if (plans.length === 0) output.say("There are no plans.");
    });
}

function createShowCommand(cli: Cli) {
  return planCommand(
    "show",
    "Show a plan: what it comes to, all ends and renames, and the first rows of each other kind.",
  ).action((id, options) => showById(cli, id, "plan", options));
}

function createRowsCommand(cli: Cli) {
  return planCommand(
    "rows",
    "List the rows of a plan, with what became of them. With --json, it is an export.",
  )
    .addOption(new Option("--kind <kind>", "only this kind").choices(rowKinds))
    .option("--reason <code>", "only with this reason")
    .option("--skipped", "only rows that the apply has skipped")
    .action(async (id, options) => {
      const { kind, reason, skipped } = options;
      const { api, output } = await cli.connect(options);
      const rows = api.plans.rows(id, { kind, reason, skipped });
      const found = await Array.fromAsync(rows);
      output.list(found, rowColumns(found));
      if (found.length === 0) output.say("No row matches.");
    });
}

function createUnclearCommand(cli: Cli) {
  return planCommand(
    "unclear",
    'Print the rows about which you can decide, with the names in the list and on the platform, as CSV. Write "yes" into the column link where the person is the employee, and give the file to `plans decide`.',
  ).action(async (id, options) => {
    const { api, output } = await cli.connect(options);
    // Programs that show tables read UTF-8 only after this mark.
    if (!output.isJson) cli.terminal.output.write("\uFEFF");
    const write = output.export(unclearColumns);
    const filter = { kind: "conflict", names: true };
    for await (const row of api.plans.rows(id, filter))
      if (isDecidable(row)) matchesOf(row).forEach(write);
  });
}

function createDecideCommand(cli: Cli) {
  return planCommand(
    "decide",
    "Say which person an employee is, if the match is unclear. The plan is made again, and another operator approves it.",
  )
    .addArgument(
      new Argument(
        "<file>",
        "the CSV file of `plans unclear`, or a JSON object: which person (id) an employee (id) is",
      ),
    )
    .action(async (id, file, options) => {
      const connection = await cli.connect(options);
      const { plans } = connection.api;
      const bytes = await readBytes(file, cli.terminal);
      const matches = readDecisions(file, bytes);
      const known = new Set<string | undefined>();
      // A row that was decided is an `adopt`, and can be decided again.
      for (const kind of ["conflict", "adopt"])
        for await (const row of plans.rows(id, { kind }))
          known.add(row.employeeId);
      const unknown = Object.keys(matches).filter((one) => !known.has(one));
      if (unknown.length > 0)
        throw new CommandError(
          `Nothing is decided: ${id} has no row to decide about ${unknown.slice(0, 5).join(", ")}. A spreadsheet may have changed the ids.`,
        );
      const text = "make the plan again";
      const made = await follow(cli, plans, text, ["planned"], () =>
        plans.decide(id, matches),
      );
      await summarizePlan(cli, connection, made);
    });
}

function createApproveCommand(cli: Cli) {
  return planCommand(
    "approve",
    "Approve a plan that another operator has uploaded. It can be applied for 24 hours then.",
  )
    .addOption(confirmedOption())
    .action(async (id, options) => {
      const connection = await cli.connect(options);
      const { api, output } = connection;
      const plan = await api.plans.get(id);
      const { digest = "", applies, source } = plan;
      if (!options.yes) {
        // The summary goes to the same stream as the question, so that the standard output has one document.
        const terminal = { ...cli.terminal, output: cli.terminal.errors };
        const besideQuestion = createOutput(terminal, false, cli.nowMs);
        const shown = { ...connection, output: besideQuestion };
        await summarizePlan(cli, shown, plan);
      }
      await cli.confirm(
        `Approve ${id} of ${source} (${describeCounts(applies)})? Its ends and renames pass the daily limits.`,
        options.yes,
      );
      const approved = await api.plans.approve(id, { digest, applies });
      const { approvals, approvalsNeeded, status } = approved;
      output.show(approved, () => {
        output.say(
          status === "approved"
            ? `${id} is approved. Apply it: ${connection.callOf(`plans apply ${id}`)}`
            : `${id} has ${approvals.length} of ${approvalsNeeded} approvals: another operator must approve it too.`,
        );
      });
    });
}

function createApplyCommand(cli: Cli) {
  return planCommand(
    "apply",
    "Apply an approved plan, and follow it. Each row is decided again when its turn comes; one that comes to something else is skipped.",
  )
    .addOption(confirmedOption())
    .action(async (id, options) => {
      const { api, output, callOf } = await cli.connect(options);
      const { applies, source } = await api.plans.get(id);
      await cli.confirm(
        `Apply ${id} of ${source} (${describeCounts(applies)})?`,
        options.yes,
      );
      const text = "apply the plan";
      const done = await follow(cli, api.plans, text, ["applied"], () =>
        api.plans.apply(id),
      );
      output.show(done, () => {
        output.say(`${id} is ${done.status}: rows ${describeResult(done)}.`);
        if (done.skipped > 0)
          output.say(
            `Which, and why: ${callOf(`plans rows ${id} --skipped`)}`,
            "dim",
          );
      });
      // With another status, the command has failed, and its exit code must stay 1.
      if (done.status === "applied" && done.skipped > 0)
        cli.setExitCode(exitCodes.needsAttention);
    });
}

function createStopCommand(cli: Cli) {
  return planCommand(
    "stop",
    "Stop a plan. What was accepted goes on, and the values of the list are erased.",
  )
    .addOption(confirmedOption())
    .action(async (id, options) => {
      const { api, output } = await cli.connect(options);
      await cli.confirm(
        `Stop ${id}? It cannot be applied any more.`,
        options.yes,
      );
      const stopped = await api.plans.stop(id);
      output.show(stopped, () => output.say(`${id} is stopped.`));
    });
}
