import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { format } from "prettier";
import { expect, test } from "vitest";
import type { Cli } from "../../infra/cli/cli.ts";
import { createProgram } from "../../infra/cli/program.ts";

const page = "infra/cli/README.md";
const path = join(import.meta.dirname, "../..", page);
const terminal = { output: {}, errors: {} };

test("infra/cli/README.md lists the commands as they describe themselves (`--update` writes it)", async () => {
  const program = createProgram({ terminal } as Cli);
  const rows = program.commands
    .filter((command) => command.name() !== "complete")
    .flatMap((command) => rowsOf(command, ""));
  const table = ["| Command | What it does |", "| --- | --- |", ...rows];
  const expected = readFileSync(path, "utf8").replace(
    /(<!-- commands -->\n).*(?=<!-- end -->)/s,
    (_, marker: string) => `${marker}\n${table.join("\n")}\n\n`,
  );
  await expect(
    await format(expected, { parser: "markdown", proseWrap: "preserve" }),
  ).toMatchFileSnapshot(path);
});

/** A row for the command, or for each of its commands. */
function rowsOf(command: CommandUnknownOpts, parent: string): string[] {
  const name = `${parent}${command.name()}`;
  if (command.commands.length > 0)
    return command.commands.flatMap((one) => rowsOf(one, `${name} `));
  const words = [name, ...command.registeredArguments.map(nameOf)].join(" ");
  return [`| \`${words}\` | ${command.description()} |`];
}

function nameOf(argument: {
  name: () => string;
  required: boolean;
  variadic: boolean;
}): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
