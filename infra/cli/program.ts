import { readFileSync } from "node:fs";
import {
  Command,
  type CommandUnknownOpts,
  Help,
} from "@commander-js/extra-typings";
import { Command as UntypedCommand } from "commander";
import * as z from "zod";
import { product } from "../aws/deployment/product.ts";
import type { Cli } from "./cli.ts";
import { addCompletions, nothingKnown } from "./completions.ts";
import { callOf } from "./dependencies.ts";
import { createCallersCommand } from "./commands/callers.ts";
import { createChatCommand } from "./commands/chat.ts";
import { createClockCommand } from "./commands/clock.ts";
import { createConsoleCommand } from "./commands/console.ts";
import { createAuditCommand } from "./commands/audit.ts";
import { createDeliveriesCommand } from "./commands/deliveries.ts";
import { createMapsCommand } from "./commands/maps.ts";
import { createNoticesCommand } from "./commands/notices.ts";
import { createDoctorCommand } from "./commands/doctor.ts";
import { createEmployeesCommand } from "./commands/employees.ts";
import { createEventsCommand } from "./commands/events.ts";
import { createOperationsCommand } from "./commands/operations.ts";
import { createOverviewCommand } from "./commands/overview.ts";
import { createPlansCommand } from "./commands/plans.ts";
import { createQueuesCommand } from "./commands/queues.ts";
import { createSecretsCommand } from "./commands/secrets.ts";
import { createShowCommand } from "./commands/show.ts";
import { widthOf } from "./progress.ts";

/** The program with all commands. Each command has a file in `commands/` and a line here. */
export function createProgram(cli: Cli, known = nothingKnown) {
  const program = new Command(product)
    .description("Watch and control a deployment of the community automation.")
    .version(version, "--version", "print the version")
    .addHelpText("after", helpAfter)
    .addCommand(createOverviewCommand(cli))
    .addCommand(createShowCommand(cli))
    .addCommand(createOperationsCommand(cli))
    .addCommand(createEmployeesCommand(cli))
    .addCommand(createPlansCommand(cli))
    .addCommand(createMapsCommand(cli))
    .addCommand(createCallersCommand(cli))
    .addCommand(createDeliveriesCommand(cli))
    .addCommand(createEventsCommand(cli))
    .addCommand(createChatCommand(cli))
    .addCommand(createSecretsCommand(cli))
    .addCommand(createDoctorCommand(cli))
    .addCommand(createQueuesCommand(cli))
    .addCommand(createNoticesCommand(cli))
    .addCommand(createAuditCommand(cli))
    .addCommand(createConsoleCommand(cli))
    .addCommand(createClockCommand(cli));
  // `Command` of extra-typings is this class at run time.
  if (program instanceof UntypedCommand) addCompletions(program, known);
  prepare(program, cli);
  return program;
}

const manifest = new URL("../../package.json", import.meta.url);
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(manifest, "utf8")));

const helpAfter = `
"help <command>" shows a command. --json, --yes and --profile may also stand before it.
Without a configuration, the commands find a running "npm start".
Exit codes: 0 done or nothing to do, 1 error, 2 something needs attention, 3 held.`;

/** Makes a command and its subcommands report to us instead of ending the process. */
function prepare(command: CommandUnknownOpts, cli: Cli): void {
  const { output, errors } = cli.terminal;
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void output.write(text),
      writeErr: (text) => void errors.write(text),
      // runCli explains each error.
      outputError: () => undefined,
    })
    .configureHelp({
      helpWidth: widthOf(output),
      commandUsage: (used) =>
        new Help().commandUsage(used).replace(product, callOf("").trimEnd()),
    })
    .helpCommand(false);
  for (const subcommand of command.commands) prepare(subcommand, cli);
}
