/** Provides the Authorization header of requests. */
export type Authorizer = {
  /** Resolves to the whole header value, e.g. `Bearer abc`. */
  authorization(): Promise<string>;
  /**
   * Reports that the platform answered 401 to this value. True if a retry with a new value can succeed.
   * The transport retries at most once.
   */
  rejected?(authorization: string): Promise<boolean>;
};

/**
 * HTTP Basic with the credentials of a user (docs/interface.md, §5; RFC 7617).
 *
 * @throws TypeError when the username has a colon: the platform would read the text after it as the password
 */
export function basicAuth(username: string, password: string): Authorizer {
  if (username.includes(":"))
    throw new TypeError("a username for HTTP Basic must not contain a colon");
  const credentials = Buffer.from(`${username}:${password}`).toString("base64");
  return { authorization: async () => `Basic ${credentials}` };
}

/** A bearer token that is renewed outside this project, e.g. in the API store's console (docs/interface.md, §5). */
export function bearerAuth(accessToken: string): Authorizer {
  return { authorization: async () => `Bearer ${accessToken}` };
}
