import { writeFile } from "node:fs/promises";
import { type Arguments, readArguments } from "./arguments.ts";
import { askCommunity } from "./ask-community.ts";
import { findIssues } from "./check-secret.ts";
import { withFreshKey } from "./generate-key.ts";
import { type StoredVersions, withMaster } from "./password-master.ts";
import { readDocument } from "./read-document.ts";
import { storeSecret } from "./store-secret.ts";
import { openSecret } from "./stored-secret.ts";
import { CommandError } from "./command-error.ts";

/** Checks or stores a secret, as the command line says. Nothing that it shows is a value of a secret. */
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
    const content =
      file === undefined ? await ask(stored.current) : await readDocument(file);
    const wanted = complete(given, content, stored);
    await storeSecret(given, secret, stored.current, wanted);
  } finally {
    secret.close();
  }
}

async function generateKey(file: string, caller: string): Promise<void> {
  const callers = withFreshKey(await readDocument(file), caller);
  await writeFile(file, `${JSON.stringify(callers, undefined, 2)}\n`);
  console.log(
    `${file}: ${caller} has a fresh key before the others. Store the file, wait a minute, then give the key to the sender.`,
  );
}

async function check(given: Arguments, file: string): Promise<void> {
  const nothing = { current: undefined, previous: undefined };
  complete(given, await readDocument(file), nothing);
  console.log(`${file}: nothing is wrong with it.`);
}

async function ask(current: unknown): Promise<unknown> {
  const { stdin: input, stdout: output } = process;
  if (input.isTTY) return askCommunity(current, { input, output });
  throw new CommandError("there is no terminal to ask on: add --file");
}

/** What is to be stored. @throws CommandError with every issue of it */
function complete(
  { kind, file = "what was typed", wantsNewMaster }: Arguments,
  content: unknown,
  stored: StoredVersions,
): unknown {
  const whole =
    kind === "community"
      ? withMaster(content, stored, wantsNewMaster)
      : content;
  const issues = findIssues(kind, whole);
  if (issues.length === 0) return whole;
  throw new CommandError(`${file} is refused:\n  ${issues.join("\n  ")}`);
}

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  // Only our own words are known to hold no value.
  const name = error instanceof Error ? error.name : "unknown";
  console.error(
    error instanceof CommandError ? error.message : `failed (${name})`,
  );
  process.exitCode = 1;
}
