import { Option } from "@commander-js/extra-typings";
import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import { operationStatuses } from "../../../../shared/store/operation.ts";
import type { Cli } from "../../cli.ts";
import type { Columns, Output } from "../../output.ts";
import { filteringCommand, filtersOf, limitOption } from "../arguments.ts";
import { statusStyle } from "./say-operation.ts";

const defaultLimit = 50;

export const operationColumns = (output: Output): Columns<ShownOperation> => ({
  OPERATION: ({ id }) => id,
  TYPE: { text: ({ type }) => type, narrow: "drop" },
  EMPLOYEE: ({ employeeId }) => employeeId,
  STATUS: { text: ({ status }) => status, style: statusStyle },
  REASON: ({ reason }) => reason,
  CREATED: { text: ({ createdAt }) => output.when(createdAt), narrow: "drop" },
  DUE: { text: ({ dueAt }) => output.when(dueAt), narrow: "drop" },
  WARNINGS: {
    text: ({ warnings }) => warnings.map(({ about }) => about).join(" "),
    style: () => "yellow",
    narrow: "drop",
  },
  VERBS: {
    text: ({ verbs }) => verbs.join(" "),
    style: () => "dim",
    narrow: "drop",
  },
});

export function createListCommand(cli: Cli) {
  return filteringCommand("list", cli.nowMs)
    .summary("list the newest operations")
    .description("List the newest operations that match all filters.")
    .addOption(
      new Option("--status <status>", "only with this status").choices(
        operationStatuses,
      ),
    )
    .addOption(
      new Option(
        "--order <order>",
        "due: of what waits, the next first",
      ).choices(["newest", "oldest", "due"]),
    )
    .addOption(limitOption(`how many (default: ${defaultLimit})`))
    .option("--all", "no limit")
    .action(async (options) => {
      const { status, order, limit = defaultLimit, all } = options;
      const { api, output, callOf } = await cli.connect(options);
      const maxShown = all ? Infinity : limit;
      // One more than is shown tells whether there are more.
      const found = api.operations.all(
        { status, ...filtersOf(options), order },
        maxShown + 1,
      );
      const shown: ShownOperation[] = [];
      let hasMore = false;
      await cli.withProgress("read operations", async (update) => {
        for await (const operation of found) {
          hasMore = shown.length === maxShown;
          if (!hasMore) shown.push(operation);
          update(`read operations: ${shown.length}`);
        }
      });
      output.list(shown, operationColumns(output));
      if (shown.length === 0) output.say("No operation matches.");
      const [first] = shown.filter(({ verbs }) => verbs.length > 0);
      if (first)
        output.say(`What you can do: ${callOf(`show ${first.id}`)}`, "dim");
      if (hasMore) output.say("There are more: add --limit or --all.", "dim");
    });
}
