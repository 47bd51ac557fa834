import { writeFile } from "node:fs/promises";
import { CommandError } from "../command-error.ts";
import type { CliDependencies, Terminal } from "../dependencies.ts";
import { type AwsDeployment, findDeployment } from "../profiles.ts";
import { readText } from "../read-text.ts";
import type { Arguments, SecretKind } from "./arguments.ts";
import { findIssues } from "./check-secret.ts";
import {
  counterpartOf,
  findWarnings,
  needsCounterpart,
  type OtherSecret,
} from "./find-warnings.ts";
import type { Mismatch } from "../../../shared/webhook/find-mismatches.ts";
import { addGeneratedKey } from "./generate-key.ts";
import { parseDocument } from "./parse-document.ts";
import { type StoredVersions, mergePasswordMaster } from "./password-master.ts";
import { storeSecret } from "./store-secret.ts";
import { openSecret } from "./stored-secret.ts";
import * as z from "zod/mini";
import { askHidden } from "../ask.ts";

/**
 * Checks or stores a secret. The output never contains a value of a secret.
 *
 * @throws CommandError that says what is wrong; nothing was stored then
 */
export async function runSecrets(
  given: Arguments,
  { terminal, nowMs }: Pick<CliDependencies, "terminal" | "nowMs">,
): Promise<void> {
  const { kind, file, generateKey, otherFile } = given;
  const counterpart = counterpartOf(kind);
  const say = (line: string) => void terminal.output.write(`${line}\n`);
  const warn = ({ text }: Mismatch) =>
    void terminal.errors.write(`Warning: ${text}\n`);
  const readDocument = async (path: string) =>
    parseDocument(await readText(path, terminal), path);

  if (
    (kind === "callers" || kind === "subscribers") &&
    file !== undefined &&
    generateKey !== undefined
  ) {
    const today = new Date(nowMs()).toISOString().slice(0, 10);
    const content = await readDocument(file);
    const entries = addGeneratedKey(kind, content, generateKey, today);
    await writeFile(file, `${JSON.stringify(entries, undefined, 2)}\n`);
    return say(
      `${file}: ${generateKey} has a new key before its other keys. Store the file, wait a minute, then give the key to the ${kind === "callers" ? "sender" : "subscriber"}.`,
    );
  }
  if (file !== undefined && given.check) {
    const content = prepare(given, await readDocument(file));
    const other =
      counterpart && otherFile !== undefined
        ? {
            content: prepare(
              { kind: counterpart, file: otherFile },
              await readDocument(otherFile),
            ),
          }
        : undefined;
    const warnings = findWarnings(kind, content, other);
    for (const warning of warnings) warn(warning);
    say(
      `${file}: ${warnings.length === 0 ? "no issues found" : "each entry is valid by itself"}.`,
    );
    if (counterpart && !other && needsCounterpart(kind, content))
      say(
        `It was not compared with the ${counterpart}: add --${counterpart} with its path.`,
      );
    return;
  }

  const deployment = await findDeployment(given.profile, terminal.environment);
  // The secrets of npm start have no prefix.
  const nameOf = (one: SecretKind) =>
    deployment.endpoints ? one : `${deployment.prefix}/${one}`;
  const { secretId = nameOf(kind) } = given;
  const { region = deployment.region } = given;
  const secret = openSecret(secretId, { ...deployment, region });
  try {
    const stored = {
      current: await secret.read("AWSCURRENT"),
      previous: await secret.read("AWSPREVIOUS"),
    };
    // If the secret does not exist, the command fails before it asks a question.
    if (stored.current === undefined) await secret.requireExistence();
    const content =
      file === undefined
        ? await askCommunity(stored.current, terminal)
        : await readDocument(file);
    const wanted = prepare(given, content, stored);
    await storeSecret(given, secret, stored.current, wanted, terminal);
    // If `--secret-id` names another secret, the name of its counterpart is not known.
    const other =
      counterpart && secretId === nameOf(kind)
        ? await readOther(nameOf(counterpart), { ...deployment, region })
        : undefined;
    // The caller of a new source may be stored after it.
    for (const warning of findWarnings(kind, wanted, other))
      if (warning.secret === "callers") warn(warning);
  } finally {
    secret.close();
  }
}

/** The content of another secret of the deployment. Undefined if the operator may not read it. */
async function readOther(
  secretId: string,
  deployment: AwsDeployment,
): Promise<OtherSecret | undefined> {
  const secret = openSecret(secretId, deployment);
  try {
    return { content: await secret.read("AWSCURRENT") };
  } catch {
    return undefined;
  } finally {
    secret.close();
  }
}

/** Completes and validates the content to be stored. @throws CommandError with all issues */
function prepare(
  { kind, file = "the input", newMasterVersion }: Arguments,
  content: unknown,
  stored: StoredVersions = { current: undefined, previous: undefined },
): unknown {
  const complete =
    kind === "community"
      ? mergePasswordMaster(content, stored, newMasterVersion === true)
      : content;
  const issues = findIssues(kind, complete);
  if (issues.length === 0) return complete;
  throw new CommandError(`${file} is invalid:\n  ${issues.join("\n  ")}`);
}

const labels = {
  consumerKey: "Consumer key",
  consumerSecret: "Consumer secret",
  username: "Username of the service account",
  password: "Its password",
  token: "Its token from the API store's console (only with serviceAuth token)",
};

const storedSchema = z.record(z.string(), z.unknown());

/** Asks for each value of the community secret. An empty input keeps the stored value. */
export async function askCommunity(
  current: unknown,
  terminal: Pick<Terminal, "input" | "errors">,
): Promise<unknown> {
  const { passwordMaster: _kept, ...stored } =
    storedSchema.safeParse(current).data ?? {};
  const questions = Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [
      name,
      Object.hasOwn(stored, name) ? `${label} (Enter keeps it)` : label,
    ]),
  );
  const inputs = await askHidden(questions, terminal);
  const changed = [...inputs].filter(
    ([name, value]) =>
      value !== "" || (name !== "token" && !Object.hasOwn(stored, name)),
  );
  return { ...stored, ...Object.fromEntries(changed) };
}
