import { randomBytes } from "node:crypto";
import { Argument, Command } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";
import { explainFindings } from "../lists/explain-findings.ts";
import { proposeMap } from "../lists/propose-map.ts";
import { readList } from "../lists/read-list.ts";
import { readBytes } from "../read-text.ts";

/** Distinct values of a column that are looked at. */
const maxValues = 50;

/** Helps with field maps. */
export function createMapsCommand(cli: Cli) {
  return new Command("maps")
    .summary("propose a field map")
    .description("Propose a field map for a list of people.")
    .addCommand(createProposeCommand(cli));
}

function createProposeCommand(cli: Cli) {
  return new Command("propose")
    .description(
      "Propose the field map of a list by its header, as the entry of a caller. Nothing is sent.",
    )
    .addArgument(new Argument("<file>", 'the list; "-" is the standard input'))
    .action(async (file) => {
      const list = readList(await readBytes(file, cli.terminal));
      explainFindings(file, list.findings);
      const [, first = {}] = list.rows[0] ?? [];
      const columns = list.columns ?? Object.keys(first);
      const { map, notes } = proposeMap(columns, (column) =>
        [...new Set(list.rows.map(([, row]) => textOf(row[column])))].slice(
          0,
          maxValues,
        ),
      );
      const entry = {
        scheme: "bearer",
        // Nobody sends with it: operators upload in the name of this caller.
        keys: [randomBytes(32).toString("base64url")],
        scopes: ["onboard", "adopt", "offboard", "update"],
        list: { map },
      };
      const { output, errors } = cli.terminal;
      output.write(`${JSON.stringify({ "hr-file": entry }, null, 2)}\n`);
      for (const note of notes) errors.write(`${note}\n`);
    });
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
