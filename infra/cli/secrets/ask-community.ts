import * as z from "zod/mini";
import { askHidden, type Terminal } from "./ask.ts";

const labels = {
  consumerKey: "Consumer key",
  consumerSecret: "Consumer secret",
  username: "Username of the service account",
  password: "Its password",
  token: "Its token from the API store's console, if that is how it asks",
};

const storedSchema = z.record(z.string(), z.unknown());

/** Asks for each value of the community secret; Enter keeps what is stored. */
export async function askCommunity(
  current: unknown,
  terminal: Terminal,
): Promise<unknown> {
  const { passwordMaster: _kept, ...stored } =
    storedSchema.safeParse(current).data ?? {};
  const questions = Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [
      name,
      Object.hasOwn(stored, name)
        ? `${label} (Enter keeps it): `
        : `${label}: `,
    ]),
  );
  const typed = await askHidden(questions, terminal);
  const given = [...typed].filter(
    ([name, value]) =>
      value !== "" || (name !== "token" && !Object.hasOwn(stored, name)),
  );
  return { ...stored, ...Object.fromEntries(given) };
}
