import * as z from "zod/mini";
import { askHidden } from "../ask.ts";
import type { Terminal } from "../dependencies.ts";

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
