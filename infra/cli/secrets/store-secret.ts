import { isDeepStrictEqual } from "node:util";
import { requireConfirmation } from "../ask.ts";
import type { Terminal } from "../dependencies.ts";
import type { Arguments } from "./arguments.ts";
import { compare } from "./compare.ts";
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
