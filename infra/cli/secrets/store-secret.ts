import * as z from "zod/mini";
import { isDeepStrictEqual } from "node:util";
import { requireConfirmation } from "../ask.ts";
import type { Terminal } from "../dependencies.ts";
import type { Arguments } from "./arguments.ts";
import type { StoredSecret } from "./stored-secret.ts";

/**
 * Stores a validated secret. Shows the changes before the confirmation, or after the secret is stored if `yes` is set.
 *
 * @param current - the stored content
 * @throws CommandError if the operator does not confirm
 */
export async function storeSecret(
  { yes, revoke }: Arguments,
  secret: StoredSecret,
  current: unknown,
  wanted: unknown,
  terminal: Terminal,
): Promise<void> {
  const { secretId } = secret;
  const say = (line: string) => void terminal.output.write(`${line}\n`);
  const isNew = !isDeepStrictEqual(current, wanted);
  if (!isNew && !revoke) {
    say(`${secretId} already has this content: nothing was stored.`);
    return;
  }
  const revocation = revoke ? ["the previous version is discarded"] : [];
  const changes = [...compare(current, wanted), ...revocation];
  if (!yes) {
    say([`Planned for ${secretId}:`, ...changes].join("\n  "));
    await requireConfirmation(
      `Store ${secretId} in ${await secret.region()}?`,
      yes,
      terminal,
    );
  }
  if (isNew) await secret.write(wanted);
  // A second version with the same content replaces the old content as AWSPREVIOUS, which the receivers accept too.
  if (revoke) await secret.write(wanted);
  // With `--yes`, the changes are printed only after they are stored, so that the output is true.
  say([`${secretId}: Stored.`, ...(yes ? changes : [])].join("\n  "));
}

const objectSchema = z.record(z.string(), z.unknown());

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
  const [old, now] = [toMap(before), toMap(after)];
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

/** A map, because a name may be any string. A value that is not an object becomes an empty map. */
function toMap(value: unknown): Map<string, unknown> {
  return new Map(Object.entries(objectSchema.safeParse(value).data ?? {}));
}
