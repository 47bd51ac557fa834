/** Gives requests their Authorization header. */
export type Authorizer = {
  /** Resolves to the whole header value, e.g. `Bearer abc`. */
  authorization(): Promise<string>;
  /**
   * Told that the platform answered 401 to this very value. Resolves to true when a repeat with a new value makes
   * sense; the transport repeats at most once.
   */
  rejected?(authorization: string): Promise<boolean>;
};

/**
 * HTTP Basic with user credentials, as the reference examples do (the API document, §5; RFC 7617).
 *
 * @throws TypeError for a username with a colon, where the password would begin
 */
export function basicAuth(username: string, password: string): Authorizer {
  if (username.includes(":"))
    throw new TypeError("a username for HTTP Basic must have no colon");
  const credentials = Buffer.from(`${username}:${password}`).toString("base64");
  return { authorization: async () => `Basic ${credentials}` };
}

/** A bearer token that somebody else renews, e.g. one from the API store's console (the API document, §5). */
export function bearerAuth(accessToken: string): Authorizer {
  return { authorization: async () => `Bearer ${accessToken}` };
}
