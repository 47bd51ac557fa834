import { Command } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";
import { parseOperationId, deploymentCommand } from "./arguments.ts";
import { createListCommand } from "./operations/list.ts";
import { createVerbCommands } from "./operations/verbs.ts";
import { createWatchCommand } from "./operations/watch.ts";
import { showById } from "./show.ts";

export function createOperationsCommand(cli: Cli) {
  const command = new Command("operations")
    .summary("list, show and control operations")
    .description(
      "List and show operations, follow one, and act on one or on many.",
    )
    .addCommand(createListCommand(cli))
    .addCommand(createShowCommand(cli))
    .addCommand(createWatchCommand(cli));
  for (const verb of createVerbCommands(cli)) command.addCommand(verb);
  return command;
}

/** Shows one operation: what happened, why, and what an operator can do. */
function createShowCommand(cli: Cli) {
  return deploymentCommand("show")
    .summary("show one operation")
    .description(
      "Show one operation: its steps, its audit trail, what its reason code means, and what you can do.",
    )
    .argument("<id>", "the operation", parseOperationId)
    .action((id, options) => showById(cli, id, "operation", options));
}
