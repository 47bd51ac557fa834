import * as z from "zod/mini";
import { ConfigurationError } from "../configuration-error.ts";
import { createMemo } from "../memo.ts";

const keySchema = z.string().check(z.minLength(32));

/** The community secret: our credentials at the platform, and the keys that initial passwords are derived from. */
export const communitySecretSchema = z.strictObject({
  consumerKey: z.string(),
  consumerSecret: z.string(),
  /** The service account. */
  username: z.string(),
  password: z.string(),
  /** A token from the API store's console, if the service account uses one. */
  token: z.optional(z.string()),
  /** Keys by version, `{ "1": "..." }`. New passwords are derived from the newest version. */
  passwordMaster: z.record(z.string().check(z.regex(/^\d{1,6}$/)), keySchema),
});
export type CommunitySecret = z.infer<typeof communitySecretSchema>;

type Options = {
  /** Reads the current version of the secret. */
  read: () => Promise<CommunitySecret | undefined>;
  nowMs: () => number;
};

/** The shortest pause between two reads: without it, a wrong password would cause a read at each refusal. */
const refreshPauseMs = 60_000;

export type CommunitySecretReader = ReturnType<typeof createCommunitySecret>;

/** Keeps the secret in memory. `refresh` reads it again after the platform refused its credentials. */
export function createCommunitySecret({ read, nowMs }: Options) {
  const secret = createMemo(async () => {
    const found = await read();
    if (found) return found;
    throw new ConfigurationError(
      "secret-missing",
      "there is no community secret: store it",
    );
  }, nowMs);

  return {
    get: (): Promise<CommunitySecret> => secret.get(),

    /** Reads the secret again, unless the one in memory is less than a minute old. */
    refresh: (): Promise<CommunitySecret> => secret.get(refreshPauseMs),
  };
}
