import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { format } from "prettier";
import { test } from "vitest";
import { explainedProblems } from "../../functions/operations/problems-page.ts";
import type { Cli } from "../../infra/cli/cli.ts";
import { createProgram } from "../../infra/cli/program.ts";
import { eventFactsOf, eventTypes } from "../../shared/event-types.ts";
import { verbRecords, verbs } from "../../shared/store/verbs.ts";
import { markdownTable } from "../fixtures/markdown-table.ts";
import { expectParts } from "./generated-parts.ts";

const folders = {
  onboarding: "onboarding",
  offboarding: "offboarding",
  profile: "profile-update",
  status: "status-relay",
};

const events = eventTypes.flatMap((type) => {
  const { url, effect } = eventFactsOf(type);
  if (!url || effect === undefined) return [];
  const link = `[\`${type}\`](functions/${folders[url]}/README.md)`;
  return [[link, `\`POST /${url}/{caller}\``, effect]];
});

const verbRows = verbs.map((verb) => {
  const { summary, description, many, fourEyes = [] } = verbRecords[verb];
  const refused =
    fourEyes === "all"
      ? "every event"
      : fourEyes.map((type) => `\`${type}\``).join(", ");
  const text = [`${summary}.`, description].filter(Boolean).join(" ");
  return [`\`${verb}\``, text, many ? "yes" : "", refused];
});

const problems = await format(
  explainedProblems
    .map(
      ({ type, status, meaning, action }) =>
        `### ${type}\n\n- **Status:** ${status}\n- **Meaning:** ${meaning}\n- **Do:** ${action}`,
    )
    .join("\n\n"),
  { parser: "markdown", proseWrap: "always", printWidth: 120 },
);

const terminal = { output: {}, errors: {} };
const commands = createProgram({ terminal } as Cli)
  .commands.filter((command) => command.name() !== "complete")
  .flatMap((command) => rowsOf(command, ""));

/** A row for the command, or for each of its commands. */
function rowsOf(command: CommandUnknownOpts, parent: string): string[][] {
  const name = `${parent}${command.name()}`;
  if (command.commands.length > 0)
    return command.commands.flatMap((one) => rowsOf(one, `${name} `));
  const words = [name, ...command.registeredArguments.map(nameOf)].join(" ");
  return [[`\`${words}\``, command.description()]];
}

function nameOf(
  argument: CommandUnknownOpts["registeredArguments"][number],
): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

test.each([
  [
    "README.md",
    "events",
    markdownTable(["Type", "URL", "What happens"], events),
  ],
  [
    "functions/operations/README.md",
    "verbs",
    markdownTable(
      ["Verb", "What it does", "Of many", "Not for the sender of"],
      verbRows,
    ),
  ],
  [
    "infra/cli/README.md",
    "commands",
    markdownTable(["Command", "What it does"], commands),
  ],
  ["docs/problems.md", "types", problems.trim()],
])("%s lists the %s as their records say", (page, name, text) =>
  expectParts(page, { [name]: text }),
);
