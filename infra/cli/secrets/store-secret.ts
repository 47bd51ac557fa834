import { isDeepStrictEqual } from "node:util";
import type { Arguments } from "./arguments.ts";
import { confirm } from "./ask.ts";
import { compare } from "./compare.ts";
import type { StoredSecret } from "./stored-secret.ts";
import { CommandError } from "../command-error.ts";

/**
 * Stores a validated secret and shows the changes: before, if the operator is asked for a confirmation.
 *
 * @param current - the stored content
 * @throws CommandError if the operator does not confirm
 */
export async function storeSecret(
  { secretId, isConfirmed, isRevocation }: Arguments,
  secret: StoredSecret,
  current: unknown,
  wanted: unknown,
): Promise<void> {
  const isNew = !isDeepStrictEqual(current, wanted);
  if (!isNew && !isRevocation) {
    console.log(`${secretId} already has this content: nothing was stored.`);
    return;
  }
  const revocation = isRevocation ? ["the previous version is discarded"] : [];
  const changes = [...compare(current, wanted), ...revocation];
  if (!isConfirmed) {
    console.log([`Planned for ${secretId}:`, ...changes].join("\n  "));
    await requireConfirmation();
  }
  if (isNew) await secret.write(wanted);
  // A second version with the same content replaces the old content as AWSPREVIOUS, which the receivers accept too.
  if (isRevocation) await secret.write(wanted);
  // Without a question this is the first that the operator reads of the changes, so that it is true.
  console.log(
    [`${secretId}: Stored.`, ...(isConfirmed ? changes : [])].join("\n  "),
  );
}

async function requireConfirmation(): Promise<void> {
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY)
    throw new CommandError(
      "nothing was stored: there is no terminal to ask for a confirmation, so add --yes",
    );
  if (await confirm("Store it?", { input, output })) return;
  throw new CommandError("nothing was stored");
}
