import * as z from "zod/mini";
import { createMemo } from "../memo.ts";

const keySchema = z.string().check(z.minLength(32));

/** The community secret: how we are known to the platform, and what initial passwords are derived from. */
export const communitySecretSchema = z.strictObject({
  consumerKey: z.string(),
  consumerSecret: z.string(),
  /** The service account. */
  username: z.string(),
  password: z.string(),
  /** A token from the API store's console, where that is how the service account asks. */
  token: z.optional(z.string()),
  /** Keys by version, `{ "1": "..." }`; new passwords are made with the newest. */
  passwordMaster: z.record(z.string().check(z.regex(/^\d{1,6}$/)), keySchema),
});
export type CommunitySecret = z.infer<typeof communitySecretSchema>;

type Options = {
  /** Reads the current version. */
  read: () => Promise<CommunitySecret | undefined>;
  nowMs: () => number;
};

/** Reading again costs a call that a wrong password would cause each time; so at most this often. */
const refreshPauseMs = 60_000;

export type CommunitySecretReader = ReturnType<typeof createCommunitySecret>;

/** Keeps the secret in memory, and reads it again when it turned out to be refused. */
export function createCommunitySecret({ read, nowMs }: Options) {
  const secret = createMemo(async () => {
    const found = await read();
    if (found) return found;
    throw new Error("there is no community secret: store it and try again");
  }, nowMs);

  return {
    get: (): Promise<CommunitySecret> => secret.get(),

    /** Resolves to the secret read anew, or to the one in memory when that is less than a minute old. */
    refresh: (): Promise<CommunitySecret> => secret.get(refreshPauseMs),
  };
}
