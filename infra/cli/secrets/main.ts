import { writeFile } from "node:fs/promises";
import { type Arguments, readArguments } from "./arguments.ts";
import { askCommunity } from "./ask-community.ts";
import { findIssues } from "./check-secret.ts";
import { addGeneratedKey } from "./generate-key.ts";
import { type StoredVersions, mergePasswordMaster } from "./password-master.ts";
import { readDocument } from "./read-document.ts";
import { storeSecret } from "./store-secret.ts";
import { openSecret } from "./stored-secret.ts";
import { CommandError } from "../command-error.ts";

/** Runs the command of the given arguments. The output never contains a value of a secret. */
async function run(given: Arguments): Promise<void> {
  const { file, keyFor, secretId, region } = given;
  if (file !== undefined && keyFor !== undefined)
    return generateKey(file, keyFor);
  if (file !== undefined && given.isCheck) return check(given, file);

  const secret = openSecret(secretId, region);
  try {
    const stored = {
      current: await secret.read("AWSCURRENT"),
      previous: await secret.read("AWSPREVIOUS"),
    };
    // A missing secret must not cost the operator an answer to every question first.
    if (stored.current === undefined) await secret.requireExistence();
    const content =
      file === undefined ? await ask(stored.current) : await readDocument(file);
    const wanted = prepare(given, content, stored);
    await storeSecret(given, secret, stored.current, wanted);
  } finally {
    secret.close();
  }
}

async function generateKey(file: string, caller: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const callers = addGeneratedKey(await readDocument(file), caller, today);
  await writeFile(file, `${JSON.stringify(callers, undefined, 2)}\n`);
  console.log(
    `${file}: ${caller} has a new key before its other keys. Store the file, wait a minute, then give the key to the sender.`,
  );
}

async function check(given: Arguments, file: string): Promise<void> {
  const noVersions = { current: undefined, previous: undefined };
  prepare(given, await readDocument(file), noVersions);
  console.log(`${file}: no issues found.`);
}

async function ask(current: unknown): Promise<unknown> {
  const { stdin: input, stdout: output } = process;
  if (input.isTTY) return askCommunity(current, { input, output });
  throw new CommandError(
    "there is no terminal to ask for the values: add --file",
  );
}

/** Completes and validates the content to be stored. @throws CommandError with all issues */
function prepare(
  { kind, file = "the input", wantsNewMaster }: Arguments,
  content: unknown,
  stored: StoredVersions,
): unknown {
  const complete =
    kind === "community"
      ? mergePasswordMaster(content, stored, wantsNewMaster)
      : content;
  const issues = findIssues(kind, complete);
  if (issues.length === 0) return complete;
  throw new CommandError(`${file} is invalid:\n  ${issues.join("\n  ")}`);
}

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  // Only the messages of our own errors are known to contain no value of a secret.
  const name = error instanceof Error ? error.name : "unknown";
  console.error(
    error instanceof CommandError ? error.message : `failed (${name})`,
  );
  process.exitCode = 1;
}
