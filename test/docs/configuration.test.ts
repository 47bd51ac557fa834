import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readContext } from "../../infra/aws/deployment/context.ts";
import { deploymentSettings } from "../../infra/aws/deployment/deployment-settings.ts";
import {
  allFunctionNames,
  functionConfigs,
  receiverNames,
  workflowNames,
} from "../../infra/aws/deployment/functions.ts";
import { settings } from "../../infra/aws/deployment/settings.ts";
import {
  type Definitions,
  isSetting,
  type Setting,
} from "../../shared/runtime/setting.ts";
import { markdownTable } from "../fixtures/markdown-table.ts";
import { expectParts } from "./generated-parts.ts";

type Row = Setting & { name: string; variable?: string };

/** The definitions in one list: `deletionLimit.percent` is in the group `deletionLimit`. */
function listOf(definitions: Definitions, prefix = ""): Row[] {
  return Object.entries(definitions).flatMap(([key, one]) =>
    isSetting(one)
      ? [{ ...one, name: prefix + key }]
      : listOf(one, `${prefix}${key}.`),
  );
}

const deploymentRows = listOf(deploymentSettings);
const settingRows = listOf(settings).filter(({ variable }) => variable);
const readRows = allFunctionNames.flatMap((reader) =>
  listOf(functionConfigs[reader]).map((row) => ({ ...row, reader })),
);
/** What functions read that is no setting, such as the names of tables: a row for each variable. */
const resourceRows = [
  ...new Map(readRows.map((row) => [row.variable, row])).values(),
].filter(({ name }) => !settingRows.some((row) => row.name === name));

/** The comment above each definition, such as `zone: setting("ZONE", …`, by its variable or else its name. */
const meanings = new Map(
  [
    "shared/runtime/settings.ts",
    "shared/runtime/templates.ts",
    "shared/runtime/config.ts",
    "infra/aws/deployment/deployment-settings.ts",
    ...globSync("functions/*/config.ts"),
  ].flatMap((file) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(
        /\/\*\*((?:(?!\*\/).)*)\*\/\s*(?:export const )?(\w+)(?::| =) (?:setting|largeSetting|resource)\(\s*(?:"(\w+)")?/gs,
      ),
      ([, comment = "", name = "", variable = name]): [string, string] => [
        variable,
        comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim(),
      ],
    ),
  ),
);

// In the mutation run, the sources have no comments. There, the last cell of each row of the page is the meaning.
if ("STRYKER_MUTATOR_WORKER" in process.env)
  for (const row of readFileSync("docs/configuration.md", "utf8").split("\n")) {
    const [first = "", second = "", ...others] = row.split(/ *\| */).slice(1);
    for (const [, name = ""] of `${first} ${second}`.matchAll(/`([\w.]+)`/g))
      meanings.set(name, others.at(-2) ?? ""); // After the last bar comes an empty text.
  }

const meaningOf = ({ name, variable = name }: Row) => meanings.get(variable);

/** The functions that read a variable: `receivers` or `workflows` for all of a kind, and the names of others. */
function readersOf({ variable }: Row): string {
  const readers = readRows
    .filter((row) => row.variable === variable)
    .map(({ reader }): string => reader);
  const kinds = { receivers: receiverNames, workflows: workflowNames };
  const whole = Object.entries(kinds).filter(([, names]) =>
    names.every((name) => readers.includes(name)),
  );
  const grouped = whole.flatMap(([, names]): string[] => [...names]);
  return [
    ...whole.map(([kind]) => kind),
    ...readers.filter((reader) => !grouped.includes(reader)).map(code),
  ].join(", ");
}

function code(text: string): string {
  return `\`${text}\``;
}

function defaultOf(row: Row): string {
  if (row.default === undefined) return "none: required";
  return code(JSON.stringify(row.default));
}

const tables: Record<string, string> = {
  settings: markdownTable(
    ["In `cdk.json`", "Variable", "Read by", "Value", "Default", "Meaning"],
    settingRows.map((row) => [
      code(row.name),
      code(row.variable ?? ""),
      readersOf(row),
      row.value.rule,
      defaultOf(row),
      meaningOf(row) ?? "",
    ]),
  ),
  deployment: markdownTable(
    ["In `cdk.json`", "Value", "Default", "Meaning"],
    deploymentRows.map((row) => [
      code(row.name),
      row.value.rule,
      defaultOf(row),
      meaningOf(row) ?? "",
    ]),
  ),
  resources: markdownTable(
    ["Variable", "Read by", "Meaning"],
    resourceRows.map((row) => [
      code(row.variable ?? ""),
      readersOf(row),
      meaningOf(row) ?? "",
    ]),
  ),
};

test("docs/configuration.md has the tables of the definitions (`--update` writes them)", () =>
  expectParts("docs/configuration.md", tables));

describe("the definition of a setting", () => {
  test.each([...settingRows, ...deploymentRows, ...resourceRows])(
    "$name has its meaning as the comment above it",
    (row) => {
      expect(meaningOf(row)).toMatch(/^[A-Z].*\.$/);
    },
  );

  test.each(settingRows)(
    "$name is read by a function",
    ({ name, variable }) => {
      const readers = readRows.filter((row) => row.variable === variable);
      expect(readers.map((row) => row.name)).toContain(name);
    },
  );

  test("has a name and a variable that no other definition has", () => {
    // The sets have equal sizes if each name has one variable, and each variable one name.
    const pairs = new Set(
      readRows.map(({ name, variable }) => `${name} ${variable}`),
    );
    const names = new Set(readRows.map(({ name }) => name));
    const variables = new Set(readRows.map(({ variable }) => variable));
    expect(pairs.size).toBe(names.size);
    expect(pairs.size).toBe(variables.size);
  });
});

test("cdk.json ships the defaults of the definitions, and examples of addresses and tasks", () => {
  const shipped = readContext();
  const defaults = (definitions: Definitions): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(definitions).map(([name, one]) => [
        name,
        isSetting(one) ? one.default : defaults(one),
      ]),
    );
  const { baseUrl, authUrl, templates } = shipped;
  expect(templates[0]?.tasks).toHaveLength(3);
  expect(shipped).toEqual({
    ...defaults(settings),
    baseUrl,
    authUrl,
    templates,
  });
});
