import { Command } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";
import { createListCommand } from "./operations/list.ts";
import { createShowCommand } from "./operations/show.ts";
import { createVerbCommands } from "./operations/verbs.ts";
import { createWatchCommand } from "./operations/watch.ts";

/** Lists and shows operations, and acts on them. */
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
