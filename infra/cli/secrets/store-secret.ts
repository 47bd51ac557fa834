import { isDeepStrictEqual } from "node:util";
import type { Arguments } from "./arguments.ts";
import { confirm } from "./ask.ts";
import { compare } from "./compare.ts";
import type { StoredSecret } from "./stored-secret.ts";
import { CommandError } from "./command-error.ts";

/**
 * Stores a secret that was checked, once somebody has agreed to what would change.
 *
 * @param current - what is stored now
 * @throws CommandError when nobody agrees
 */
export async function storeSecret(
  { secretId, isConfirmed, isRevocation }: Arguments,
  secret: StoredSecret,
  current: unknown,
  wanted: unknown,
): Promise<void> {
  const isNew = !isDeepStrictEqual(current, wanted);
  if (!isNew && !isRevocation) {
    console.log(`${secretId} is so already: nothing was stored.`);
    return;
  }
  const forgets = isRevocation ? ["the version before is forgotten"] : [];
  const changes = [...compare(current, wanted), ...forgets];
  console.log([`${secretId}:`, ...changes].join("\n  "));
  if (!isConfirmed) await requireYes();
  if (isNew) await secret.write(wanted);
  // A version of its own though it says the same: then the one before the change is no longer AWSPREVIOUS.
  if (isRevocation) await secret.write(wanted);
  console.log("Stored.");
}

async function requireYes(): Promise<void> {
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY)
    throw new CommandError(
      "nothing was stored: there is no terminal to ask on, so add --yes",
    );
  if (await confirm("Store it?", { input, output })) return;
  throw new CommandError("nothing was stored");
}
