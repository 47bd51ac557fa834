import { CommanderError } from "@commander-js/extra-typings";
import { errorNameOf } from "../../shared/error-name.ts";
import { requireConfirmation } from "./ask.ts";
import { withProgress } from "./progress.ts";
import { createApiClient } from "./api/client.ts";
import { cleanText } from "./clean-text.ts";
import { type Cli, type ExitCode, exitCodes } from "./cli.ts";
import { callOf, type CliDependencies } from "./dependencies.ts";
import { CommandError } from "./command-error.ts";
import { createOutput } from "./output.ts";
import { findProfile } from "./profiles.ts";
import { readKnown } from "./completions.ts";
import { createProgram } from "./program.ts";

/** Runs one command. Resolves to its exit code; an error is explained on the terminal. */
export async function runCli(
  args: readonly string[],
  dependencies: CliDependencies,
): Promise<ExitCode> {
  const { terminal } = dependencies;
  let exitCode: ExitCode = exitCodes.done;
  let clockAheadMs = 0;
  let showsProgress = false;
  // The clock of the deployment, as soon as the command knows which one it is.
  const nowMs = () => dependencies.nowMs() + clockAheadMs;
  const cli: Cli = {
    ...dependencies,
    nowMs,
    createOutput: ({ json = false }) => createOutput(terminal, json, nowMs),
    connect: async (options) => {
      const { profile: name } = options;
      const profile = await findProfile(name, terminal.environment);
      clockAheadMs = profile.clockAheadMs;
      return {
        profile,
        api: createApiClient(profile, cli),
        output: cli.createOutput(options),
        callOf: (words) => callOf(words, name),
      };
    },
    withProgress: async (text, work) => {
      // If work has other work within it, only the outer work is shown.
      if (showsProgress) return work(() => undefined);
      showsProgress = true;
      const how = { stream: terminal.errors, terminalAfterMs: 1000 };
      return withProgress(text, work, how).finally(
        () => (showsProgress = false),
      );
    },
    confirm: (question, isConfirmed) =>
      requireConfirmation(question, isConfirmed, terminal),
    setExitCode: (code) => {
      if (code > exitCode) exitCode = code;
    },
  };
  try {
    const known = await readKnown(args, dependencies);
    await createProgram(cli, known).parseAsync(arrangeWords(args), {
      from: "user",
    });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.done;
      // The help was printed because the command line names no command.
      if (error.code === "commander.help") return exitCodes.error;
    }
    terminal.errors.write(`${explain(error)}\n`);
    return exitCodes.error;
  }
}

/** Only the messages of our own errors are known to contain neither a key nor a value of a secret. */
function explain(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof CommanderError) return explainUsage(error);
  return `The command failed (${errorNameOf(error)}). This is a bug: please report it with the command and the version.`;
}

/**
 * Builds a message without the values of the command line, which may contain a password by mistake. A value that
 * commander quotes may itself look like a part of the message, so each name is taken from before or behind all values.
 */
function explainUsage({ code, message }: CommanderError): string {
  const [, name = ""] =
    /^error: (?:(?:required|unknown) )?option '(--?[\w-]+)/.exec(message) ??
    /^error: missing required argument '([\w-]+)'/.exec(message) ??
    /^.* is invalid for argument '([\w-]+)'/s.exec(message) ??
    [];
  // A password hardly looks like the name of a command.
  const [, typed] =
    /^error: unknown command '([a-z-]{2,20})'/.exec(message) ?? [];
  const [, meant] = /\(Did you mean (.+)\?\)$/.exec(message) ?? [];
  const [, hint] = /^.*' is invalid[^.]*\. (.*)$/s.exec(message) ?? [];
  const help = `Add --help to see what the command takes, or list all commands: ${callOf("--help")}`;
  const say = (text: string) => `${cleanText(text).trimEnd()}\n${help}`;
  switch (code) {
    case "commander.unknownOption":
      return say(
        `There is no ${name ? `option ${name}` : "such option"}. ${meant ? `Did you mean ${meant}?` : ""}`,
      );
    case "commander.unknownCommand":
      return say(
        `There is no ${typed ? `command ${typed}` : "such command"}. ${meant ? `Did you mean ${meant}?` : ""}`,
      );
    case "commander.excessArguments":
      return say("The command has too many arguments.");
    case "commander.missingArgument":
      return say(`The command needs <${name}>.`);
    case "commander.optionMissingArgument":
      return say(`The option ${name} needs a value.`);
    case "commander.missingMandatoryOptionValue":
      return say(`The command needs the option ${name}.`);
    case "commander.invalidArgument":
      return say(`The value of ${name} is not valid. ${hint ?? ""}`.trimEnd());
    default:
      return say("The command line is not valid.");
  }
}

/**
 * Puts the words of a command line into the order in which the program reads them: `--json`, `--yes` and `--profile`
 * may stand before the command, and `help X` is `X --help`.
 */
function arrangeWords(args: readonly string[]): string[] {
  const words = [...args];
  const options: string[] = [];
  while (/^--(?:json|yes|profile(?:=.*)?)$/.test(words[0] ?? ""))
    options.push(...words.splice(0, words[0] === "--profile" ? 2 : 1));
  if (words[0] === "help") return [...words.slice(1), "--help"];
  const end = words.indexOf("--");
  return words.toSpliced(end === -1 ? words.length : end, 0, ...options);
}
