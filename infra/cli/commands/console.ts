import { createInterface } from "node:readline";
import {
  Command,
  InvalidArgumentError,
  Option,
} from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";
import { CommandError } from "../command-error.ts";
import { profileOption } from "./arguments.ts";

export function createConsoleCommand(cli: Cli) {
  return new Command("console")
    .summary("serve the operators' pages on this machine")
    .description(
      "Serve the operators' pages on 127.0.0.1 until Ctrl+C, and print a link that opens them once.",
    )
    .addOption(
      new Option("--port <number>", "the port; 0 takes any free one")
        .argParser(parsePort)
        .default(0),
    )
    .addOption(profileOption())
    .action(async ({ port, ...options }) => {
      const { profile } = await cli.connect(options);
      // Other commands need not load the pages.
      const { startConsole } = await import("../console/start-console.ts");
      const running = await startConsole(profile, cli, {
        port,
        howToOpen: "Press Enter in the terminal of the console for a link.",
      }).catch((cause: unknown) => {
        const message = `The console cannot listen on port ${port}. Stop the program that uses it, or choose another --port.`;
        throw new CommandError(message, { cause });
      });
      const { input, output } = cli.terminal;
      const showLink = () => output.write(`\n  ${running.renewLink()}\n\n`);
      output.write(
        `The console of ${profile.name} runs on this machine until Ctrl+C. This link opens it once; press Enter for another one.\n`,
      );
      showLink();
      const lines = createInterface({ input }).on("line", showLink);
      await untilStopped();
      lines.close();
      await running.close();
    });
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => resolve());
  });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("It must be a number up to 65535.");
}
