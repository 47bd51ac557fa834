import { Command, Option } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";
import { CommandError } from "../command-error.ts";
import type { Arguments } from "../secrets/run-secrets.ts";
import { confirmedOption, profileOption } from "./arguments.ts";

export function createSecretsCommand(cli: Cli) {
  return new Command("secrets")
    .summary("store and check the secrets of a deployment")
    .description(
      "Store and check the secrets of a deployment, with your AWS credentials. docs/secrets.md describes their contents.",
    )
    .addCommand(createCommunityCommand(cli))
    .addCommand(createCallersCommand(cli))
    .addCommand(createSourcesCommand(cli))
    .addCommand(createSubscribersCommand(cli));
}

function createCommunityCommand(cli: Cli) {
  return secretCommand("community")
    .description(
      "Store the credentials of the automation on the platform. Without a file, the command asks for each value.",
    )
    .addOption(fileOption())
    .option("--new-master-version", "add a version to passwordMaster")
    .action((options) => run({ kind: "community", ...options }, cli));
}

function createCallersCommand(cli: Cli) {
  return secretCommand("callers")
    .description("Store all callers of a file: who may send events.")
    .addOption(fileOption().makeOptionMandatory())
    .addOption(otherFileOption("sources"))
    .addOption(generateKeyOption("caller"))
    .option(
      "--revoke",
      "discard the previous version: keys that are not in the file become invalid",
    )
    .action(({ sources: otherFile, ...options }) =>
      run({ kind: "callers", otherFile, ...options }, cli),
    );
}

function createSourcesCommand(cli: Cli) {
  return secretCommand("sources")
    .description(
      "Store all sources of a file: the systems whose records are read back.",
    )
    .addOption(fileOption().makeOptionMandatory())
    .addOption(otherFileOption("callers"))
    .action(({ callers: otherFile, ...options }) =>
      run({ kind: "sources", otherFile, ...options }, cli),
    );
}

function createSubscribersCommand(cli: Cli) {
  return secretCommand("subscribers")
    .description("Store all subscribers of a file: who gets notices.")
    .addOption(fileOption().makeOptionMandatory())
    .addOption(generateKeyOption("subscriber"))
    .action((options) => run({ kind: "subscribers", ...options }, cli));
}

async function run(given: Arguments, cli: Cli): Promise<void> {
  if (given.check && given.file === undefined)
    throw new CommandError("--check needs a file: add --file with its path.");
  if (given.otherFile !== undefined && !given.check)
    throw new CommandError(
      `--${given.kind === "callers" ? "sources" : "callers"} needs --check: a secret that is stored is compared with the stored one.`,
    );
  if (given.generateKey !== undefined && given.file === "-")
    throw new CommandError(
      "--generate-key changes the file: add --file with its path.",
    );
  // Other commands need not load the AWS SDK.
  const { runSecrets } = await import("../secrets/run-secrets.ts");
  await runSecrets(given, cli);
}

const fileOption = () =>
  new Option("--file <path>", 'a JSON file; "-" is the standard input');
const otherFileOption = <K extends "callers" | "sources">(kind: K) =>
  new Option(
    `--${kind} <path>`,
    `with --check: a JSON file with the ${kind}, to compare both files`,
  );
const generateKeyOption = (entry: string) =>
  new Option(
    `--generate-key <${entry}>`,
    `add a new key before the other keys of a ${entry} in the file, and store nothing`,
  );

const secretCommand = (kind: string) =>
  new Command(kind)
    .option("--check", "check the file and store nothing")
    .option(
      "--secret-id <name>",
      `name or ARN of the secret (default: <prefix of the profile>/${kind})`,
    )
    .option(
      "--region <region>",
      "AWS region (default: the region of the profile, else of the AWS configuration)",
    )
    .addOption(profileOption())
    .addOption(confirmedOption());
