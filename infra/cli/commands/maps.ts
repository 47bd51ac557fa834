import * as z from "zod";
import { randomBytes } from "node:crypto";
import { Argument, Command } from "@commander-js/extra-typings";
import { type Cli, exitCodes } from "../cli.ts";
import type { Columns } from "../output.ts";
import { deploymentCommand } from "./arguments.ts";
import { tryPlan } from "./plans.ts";
import { CommandError } from "../command-error.ts";
import { readListFile } from "../lists/read-list.ts";
import { proposeMap } from "../lists/propose-map.ts";
import type { Difference, ShownMeaning } from "../maps/compare-meanings.ts";
import { readText } from "../read-text.ts";
import { jsonObjectSchema } from "../../../shared/fields.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import { applyPreset } from "../../../shared/webhook/presets/apply-preset.ts";
import {
  type FieldMap,
  fieldMapSchema,
  recordMapSchema,
} from "../../../shared/webhook/field-map/field-map.ts";
import {
  issueTextsOf,
  validationMessages,
} from "../../../shared/webhook/validation-issues.ts";

/** Distinct values of a column that are looked at. */
const maxValues = 50;

export function createMapsCommand(cli: Cli) {
  return new Command("maps")
    .summary("propose and test field maps")
    .description("Propose a field map for a list of people, or test one.")
    .addCommand(createProposeCommand(cli))
    .addCommand(createTestCommand(cli));
}

function createProposeCommand(cli: Cli) {
  return new Command("propose")
    .description(
      "Propose the field map of a list by its header, as the entry of a caller. Nothing is sent.",
    )
    .addArgument(new Argument("<file>", 'the list; "-" is the standard input'))
    .action(async (file) => {
      const list = await readListFile(file, cli.terminal);
      // A JSON list has no header, and a row may leave out what is empty.
      const columns = list.columns ?? [
        ...new Set(list.rows.flatMap(([, row]) => Object.keys(row))),
      ];
      const { map, notes } = proposeMap(columns, (column) =>
        [...new Set(list.rows.map(([, row]) => textOf(row[column])))].slice(
          0,
          maxValues,
        ),
      );
      const entry = {
        scheme: "bearer",
        // No sender has this key: operators upload in the name of this caller.
        keys: [randomBytes(32).toString("base64url")],
        scopes: ["onboard", "adopt", "offboard", "update"],
        list: { map },
      };
      const { output, errors } = cli.terminal;
      output.write(`${JSON.stringify({ "hr-file": entry }, null, 2)}\n`);
      for (const note of notes) errors.write(`${note}\n`);
    });
}

function createTestCommand(cli: Cli) {
  return deploymentCommand("test")
    .description(
      "Tell how a field map reads deliveries, and what another map reads differently. Or let the deployment read the records of a source, and tell what the map would change. Nobody is changed.",
    )
    .addArgument(
      new Argument("<map>", "a file with the map, or with the caller's entry"),
    )
    .option(
      "--source <name>",
      "read all records of this caller, and compare them with the platform",
    )
    .option(
      "--deliveries <file>",
      "the bodies that the sender has sent, as JSON, one a line",
    )
    .option("--against <map>", "the map of today: only differences are told")
    .option("--zone <name>", "the time zone of the deployment", "UTC")
    .action(async (file, options) => {
      const { source, deliveries, against, zone } = options;
      const { terminal } = cli;
      if ((source === undefined) === (deliveries === undefined))
        throw new CommandError("Name one of --deliveries and --source.");
      // Other commands need not load the schemas of all events.
      const { compareMeanings, createMeaningReader } =
        await import("../maps/compare-meanings.ts");
      const mapOf = async (name: string) =>
        readMap(name, await readText(name, terminal), source !== undefined);
      const map = await mapOf(file);
      if (deliveries === undefined)
        return tryPlan(cli, options, { source, origin: "pull", map });
      const before = against === undefined ? undefined : await mapOf(against);
      const bodies = readBodies(
        deliveries,
        await readText(deliveries, terminal),
      );
      const read = createMeaningReader(zone, cli.nowMs());
      const rows = bodies.flatMap(({ line, body }) =>
        compareMeanings(
          line,
          before ? read(before, body) : [],
          read(map, body),
        ),
      );
      const output = cli.createOutput(options);
      output.list(rows, columnsOf(before !== undefined));
      const refused = rows.filter(({ after }) => after?.is === "refused");
      output.say(
        before
          ? `${rows.length} of the events of ${bodies.length} deliveries would be read differently.`
          : `${bodies.length} deliveries have ${rows.length} events, and ${refused.length} of them would be refused.`,
      );
      cli.setExitCode(refused.length > 0 ? exitCodes.error : exitCodes.done);
    });
}

/** @throws CommandError that names the line */
function readBodies(file: string, text: string) {
  return text.split("\n").flatMap((written, index) => {
    if (written.trim() === "") return [];
    const body = parseJson(written);
    if (body === undefined)
      throw new CommandError(`Line ${index + 1} of ${file} is not JSON.`);
    return [{ line: index + 1, body }];
  });
}

const columnsOf = (isCompared: boolean): Columns<Difference> => ({
  LINE: ({ line }) => String(line),
  ...(isCompared && { TODAY: ({ before }) => wordsOf(before) }),
  [isCompared ? "WITH THIS MAP" : "EVENT"]: {
    text: ({ after }) => wordsOf(after),
    narrow: "wrap",
  },
  FIELDS: { text: ({ fields }) => fields.join(" "), narrow: "wrap" },
});

function wordsOf(meaning: ShownMeaning | undefined): string {
  switch (meaning?.is) {
    case "event":
      return meaning.type;
    case "refused":
      return `refused: ${meaning.errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ")}`;
    case "ignored":
      return "ignored";
    default:
      return "no event";
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const entrySchema = z.object({
  map: z.unknown().optional(),
  list: z.object({ map: z.unknown() }).optional(),
  lookup: z.object({ map: z.unknown() }).optional(),
});

/**
 * The field map in a file: a map alone, the entry of a caller, or a callers secret with one map. The map of a preset
 * counts only if no entry writes a map itself.
 *
 * @param isOfRecords - chooses the map for the records of a source, and not the one for deliveries
 * @throws CommandError that names each wrong place of the map
 */
function readMap(file: string, text: string, isOfRecords: boolean): FieldMap {
  const json = parseJson(text);
  const mapIn = (entry: unknown): unknown => {
    const { map, list, lookup } = entrySchema.safeParse(entry).data ?? {};
    const ofRecords = list?.map ?? lookup?.map;
    return isOfRecords ? ofRecords : (map ?? ofRecords);
  };
  const withPreset = (written: unknown): unknown => {
    const applied = applyPreset(written);
    if ("issue" in applied) throw errorOfMap(file, [applied.issue]);
    return applied.entry;
  };
  const mapOfEntry = mapIn(withPreset(json));
  const entries = Object.values(jsonObjectSchema.safeParse(json).data ?? {});
  const writtenIn = entries.filter((entry) => mapIn(entry) !== undefined);
  const mapsOfSecret = (writtenIn.length > 0 ? writtenIn : entries)
    .map((entry) => mapIn(withPreset(entry)))
    .filter((map) => map !== undefined);
  if (mapOfEntry === undefined && mapsOfSecret.length > 1)
    throw new CommandError(
      `${file} has ${mapsOfSecret.length} field maps. Name a file with one of them.`,
    );
  const schema = isOfRecords ? recordMapSchema : fieldMapSchema;
  const parsed = schema.safeParse(
    mapOfEntry ?? mapsOfSecret[0] ?? json,
    validationMessages,
  );
  if (parsed.success) return parsed.data;
  throw errorOfMap(file, issueTextsOf(parsed.error));
}

function errorOfMap(file: string, issues: readonly string[]): CommandError {
  const places = issues.map((text) => `  ${text}`);
  return new CommandError(
    [`${file} has no valid field map:`, ...places].join("\n"),
  );
}
