import { Command } from "@commander-js/extra-typings";
import { type CallerWithEvent, readLastEvents } from "../api/last-events.ts";
import { type Cli, type CommonOptions, exitCodes } from "../cli.ts";
import { callerIssues } from "../console/words.ts";
import { deploymentCommand } from "./arguments.ts";

export function createCallersCommand(cli: Cli) {
  const readCallers = async (options: CommonOptions) => {
    const connection = await cli.connect(options);
    const { callers } = await connection.api.overview();
    return { ...connection, callers };
  };

  return new Command("callers")
    .summary("list and check callers")
    .description("List and check the senders of events and the operators.")
    .addCommand(
      deploymentCommand("list")
        .description(
          "List all callers with their schemes, their scopes and their last events.",
        )
        .action(async (options) => {
          const { api, callers, output, callOf } = await readCallers(options);
          const withEvents = await cli.withProgress("read their events", () =>
            readLastEvents(api.operations, callers),
          );
          output.list<CallerWithEvent>(withEvents, {
            CALLER: ({ name }) => name,
            SCHEME: ({ scheme }) => scheme,
            PRESET: { text: ({ preset }) => preset, narrow: "drop" },
            SCOPES: { text: ({ scopes }) => scopes.join(" "), narrow: "wrap" },
            "LAST EVENT": ({ lastEvent }) => output.when(lastEvent?.createdAt),
            "NEWEST KEY": {
              text: ({ keyedAt }) => output.when(keyedAt),
              narrow: "drop",
            },
            ISSUE: { text: ({ issue }) => issue, style: () => "yellow" },
          });
          if (callers.length === 0) output.say("There are no callers.");
          else
            output.say(
              `Also refused deliveries: ${callOf("deliveries list --caller <name>")}`,
              "dim",
            );
        }),
    )
    .addCommand(
      deploymentCommand("check")
        .description(
          "Check that each caller has a valid entry and a key that is not old.",
        )
        .action(async (options) => {
          const { callers, output, callOf } = await readCallers(options);
          const issues = callers.flatMap(({ name, scheme, issue }) =>
            issue
              ? [{ name, scheme, issue, action: callerIssues[issue].action }]
              : [],
          );
          output.list<(typeof issues)[number]>(issues, {
            CALLER: ({ name }) => name,
            ISSUE: { text: ({ issue }) => issue, style: () => "red" },
            "WHAT TO DO": { text: ({ action }) => action, narrow: "wrap" },
          });
          if (issues.length === 0)
            return output.say(`No caller of ${callers.length} has an issue.`);
          output.say(
            `Store the corrected callers: ${callOf("secrets callers --file <path>")}`,
          );
          return cli.setExitCode(exitCodes.needsAttention);
        }),
    );
}
