import type { SecretName } from "../../aws/deployment/grants.ts";
import { writeFile } from "node:fs/promises";
import { CommandError } from "../command-error.ts";
import type { CliDependencies, Terminal } from "../dependencies.ts";
import { type AwsDeployment, findDeployment } from "../profiles.ts";
import { readText } from "../read-text.ts";
import { findIssues, parseDocument } from "./check-secret.ts";
import {
  type Mismatch,
  findMismatches,
} from "../../../shared/webhook/find-mismatches.ts";
import {
  addGeneratedKey,
  type StoredVersions,
  mergePasswordMaster,
} from "./generate-key.ts";
import { openSecret, type StoredSecret } from "./stored-secret.ts";
import { askHidden, requireConfirmation } from "../ask.ts";
import {
  type CallerEntries,
  callersSchema,
} from "../../../shared/webhook/callers-secret.ts";
import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../../../shared/parse-json.ts";

/**
 * Adds a key to a file, checks a file, or stores a secret. The output never contains a value of a secret.
 *
 * @throws CommandError that says what is wrong; nothing was stored then
 */
export async function runSecrets(
  given: Arguments,
  { terminal, nowMs }: Pick<CliDependencies, "terminal" | "nowMs">,
): Promise<void> {
  const { kind, file, generateKey } = given;
  const hasKeys = kind === "callers" || kind === "subscribers";
  if (hasKeys && file !== undefined && generateKey !== undefined) {
    const today = new Date(nowMs()).toISOString().slice(0, 10);
    const content = await readDocument(file, terminal);
    const entries = addGeneratedKey(kind, content, generateKey, today);
    await writeFile(file, `${JSON.stringify(entries, undefined, 2)}\n`);
    say(
      terminal,
      `${file}: ${generateKey} has a new key before its other keys. Store the file, wait a minute, then give the key to the ${kind === "callers" ? "sender" : "subscriber"}.`,
    );
  } else if (file !== undefined && given.check)
    await checkFile(file, given, terminal);
  else await storeInput(given, terminal);
}

/** Checks a file, and compares it with the file of its counterpart, if that is named. Nothing is stored. */
async function checkFile(
  file: string,
  given: Arguments,
  terminal: Terminal,
): Promise<void> {
  const { kind, profile, otherFile } = given;
  const counterpart = counterpartOf(kind);
  // A file can be checked before a deployment exists.
  const deployment =
    profile === undefined
      ? undefined
      : await findDeployment(profile, terminal.environment);
  const read = async (one: Arguments & { file: string }) =>
    prepare(one, await readDocument(one.file, terminal), deployment);
  const content = await read({ ...given, file });
  const other =
    counterpart && otherFile !== undefined
      ? { content: await read({ kind: counterpart, file: otherFile }) }
      : undefined;
  const warnings = findWarnings(kind, content, other);
  for (const warning of warnings) warn(terminal, warning);
  say(
    terminal,
    `${file}: ${warnings.length === 0 ? "no issues found" : "each entry is valid by itself"}.`,
  );
  if (counterpart && !other && needsCounterpart(kind, content))
    say(
      terminal,
      `It was not compared with the ${counterpart}: add --${counterpart} with its path.`,
    );
}

/** Stores the content of a file or the answers of the operator, and compares it with the stored counterpart. */
async function storeInput(given: Arguments, terminal: Terminal): Promise<void> {
  const { kind, file } = given;
  const counterpart = counterpartOf(kind);
  const deployment = await findDeployment(given.profile, terminal.environment);
  // The secrets of npm start have no prefix.
  const nameOf = (secret: SecretName) =>
    deployment.endpoints ? secret : `${deployment.prefix}/${secret}`;
  const { secretId = nameOf(kind) } = given;
  const { region = deployment.region } = given;
  const secret = openSecret(secretId, { ...deployment, region });
  const stored = {
    current: await secret.read("AWSCURRENT"),
    previous: await secret.read("AWSPREVIOUS"),
  };
  // If the secret does not exist, the command fails before it asks a question.
  if (stored.current === undefined) await secret.requireExistence();
  const content =
    file === undefined
      ? await askCommunity(stored.current, terminal)
      : await readDocument(file, terminal);
  const wanted = prepare(given, content, deployment, stored);
  await storeSecret(given, secret, stored.current, wanted, terminal);
  // If `--secret-id` names another secret, the name of its counterpart is not known.
  const other =
    counterpart && secretId === nameOf(kind)
      ? await openSecret(nameOf(counterpart), { ...deployment, region })
          .read("AWSCURRENT")
          // The operator may not be allowed to read it.
          .then(
            (read): OtherSecret => ({ content: read }),
            () => undefined,
          )
      : undefined;
  // A mismatch of a source does not count, because its caller may be stored after it.
  for (const warning of findWarnings(kind, wanted, other))
    if (warning.secret === "callers") warn(terminal, warning);
}

const say = ({ output }: Terminal, line: string) =>
  void output.write(`${line}\n`);
const warn = ({ errors }: Terminal, { text }: Mismatch) =>
  void errors.write(`Warning: ${text}\n`);

async function readDocument(path: string, terminal: Terminal) {
  return parseDocument(await readText(path, terminal), path);
}

/** Completes and validates the content of a secret. @throws CommandError with all issues */
function prepare(
  { kind, file = "the input", newMasterVersion }: Arguments,
  content: unknown,
  deployment: AwsDeployment | undefined,
  stored: StoredVersions = { current: undefined, previous: undefined },
): unknown {
  const complete =
    kind === "community"
      ? mergePasswordMaster(content, stored, newMasterVersion === true)
      : content;
  const issues = findIssues(kind, complete, {
    isForLocalStack: deployment?.endpoints !== undefined,
  });
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

/** Asks for each value of the community secret. An empty input keeps the stored value. */
export async function askCommunity(
  current: unknown,
  terminal: Pick<Terminal, "input" | "errors">,
): Promise<unknown> {
  const { passwordMaster: _kept, ...stored } = fieldsOf(current);
  const questions = Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [
      name,
      Object.hasOwn(stored, name) ? `${label} (Enter keeps it)` : label,
    ]),
  );
  const inputs = await askHidden(questions, terminal);
  // A value that is needed and missing stays as an empty one, so that the check of the secret names it.
  const changed = [...inputs].filter(
    ([name, value]) =>
      value !== "" || (name !== "token" && !Object.hasOwn(stored, name)),
  );
  return { ...stored, ...Object.fromEntries(changed) };
}

/** The options of the command, as its help explains them. */
export type Arguments = {
  kind: SecretName;
  profile?: string | undefined;
  secretId?: string | undefined;
  region?: string | undefined;
  file?: string | undefined;
  check?: true | undefined;
  /** Path of a file with the counterpart (`callers` or `sources`), with which a checked file is compared. */
  otherFile?: string | undefined;
  generateKey?: string | undefined;
  newMasterVersion?: true | undefined;
  revoke?: true | undefined;
  yes?: true | undefined;
};

/** The content of the counterpart. The content is undefined if no value is stored. */
type OtherSecret = { content: unknown };

/** The secret with which a secret is compared. Undefined if there is none. */
function counterpartOf(kind: SecretName): "callers" | "sources" | undefined {
  if (kind === "callers") return "sources";
  return kind === "sources" ? "callers" : undefined;
}

/** Whether a secret has entries that need an entry in the counterpart: all sources, and callers with a lookup. */
function needsCounterpart(kind: SecretName, content: unknown): boolean {
  if (kind === "sources") return true;
  return (
    kind === "callers" &&
    Object.values(parseCallers(content)).some(
      (entry) => "lookup" in entry && entry.lookup,
    )
  );
}

/**
 * What does not fit in two secrets that are valid by themselves. Each of the two is stored by itself, so this is a
 * warning and no error.
 *
 * @param other - the counterpart. Undefined if its content is unknown
 */
function findWarnings(
  kind: SecretName,
  content: unknown,
  other: OtherSecret | undefined,
): Mismatch[] {
  if (kind === "callers")
    return findMismatches(
      parseCallers(content),
      other && fieldsOf(other.content),
    );
  return kind === "sources" && other
    ? findMismatches(parseCallers(other.content), fieldsOf(content))
    : [];
}

function parseCallers(content: unknown): CallerEntries {
  return callersSchema.safeParse(content).data ?? {};
}

/** The fields of an object. Any other value has none. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}

/**
 * Stores a validated secret. Shows the changes before the confirmation, or after the secret is stored if `yes` is set.
 *
 * @param current - the stored content, with which the changes are compared
 * @throws CommandError if the operator does not confirm, or if another operator has stored another content meanwhile
 */
async function storeSecret(
  { yes, revoke }: Arguments,
  secret: StoredSecret,
  current: unknown,
  wanted: unknown,
  terminal: Terminal,
): Promise<void> {
  const { secretId } = secret;
  const isNew = !isDeepStrictEqual(current, wanted);
  if (!isNew && !revoke) {
    const text = `${secretId} already has this content: nothing was stored.`;
    return say(terminal, text);
  }
  const revocation = revoke ? ["the previous version is discarded"] : [];
  const changes = [...compare(current, wanted), ...revocation];
  if (!yes) {
    say(terminal, [`Planned for ${secretId}:`, ...changes].join("\n  "));
    await requireConfirmation(
      `Store ${secretId} in ${await secret.region()}?`,
      yes,
      terminal,
    );
  }
  // Secrets Manager has no conditional write.
  if (!isDeepStrictEqual(await secret.read("AWSCURRENT"), current))
    throw new CommandError(
      `Another operator has stored ${secretId} meanwhile, so nothing was stored. Run the command again: it begins with what is stored now.`,
    );
  if (isNew) await secret.write(wanted);
  // A second version with the same content replaces the old content as AWSPREVIOUS, which the receivers accept too.
  if (revoke) await secret.write(wanted);
  // With `--yes`, the changes are printed only after they are stored, so that the output is true.
  const said = [`${secretId}: Stored.`, ...(yes ? changes : [])];
  say(terminal, said.join("\n  "));
}

/**
 * Lists the differences between two versions of a secret, one line for each name: `changed  hr (keys, map)`. The lines
 * contain names, never values. No line means that both versions are equal.
 */
function compare(before: unknown, after: unknown): string[] {
  return differencesOf(before, after).map(({ change, name, from, to }) => {
    const names =
      change === "changed"
        ? differencesOf(from, to).map((one) => one.name)
        : [];
    const details = names.length > 0 ? ` (${names.join(", ")})` : "";
    return `${change.padEnd(8)} ${name}${details}`;
  });
}

function differencesOf(before: unknown, after: unknown) {
  // Maps, because a name may be any string.
  const old = new Map(Object.entries(fieldsOf(before)));
  const now = new Map(Object.entries(fieldsOf(after)));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    if (isDeepStrictEqual(from, to)) return [];
    const change = !old.has(name)
      ? "added"
      : now.has(name)
        ? "changed"
        : "removed";
    return [{ change, name, from, to }];
  });
}
