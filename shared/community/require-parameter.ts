// Checks of the parameters that other code gives to the client, made before anything is sent.

/** @throws TypeError naming the parameter, never its value */
export function requireText(name: string, value: unknown): void {
  if (typeof value !== "string" || value === "")
    throw new TypeError(`${name} must be a non-empty string`);
}

/** @throws TypeError naming the parameter */
export function requireInteger(
  name: string,
  value: unknown,
  min: number,
): void {
  requireNumber(name, value, min);
  if (!Number.isSafeInteger(value))
    throw new TypeError(`${name} must be an integer`);
}

/** @throws TypeError naming the parameter */
export function requireNumber(name: string, value: unknown, min: number): void {
  // NaN is not below `min`, and not at least `min`.
  if (typeof value !== "number" || !(value >= min))
    throw new TypeError(`${name} must be a number of at least ${min}`);
}

/**
 * Returns a base URL without its trailing slashes.
 *
 * @throws TypeError when the value is not a URL, or has credentials, a query or a fragment: paths are appended to it
 */
export function requireBaseUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (url && !url.search && !url.hash && !url.username && !url.password)
    return url.href.replace(/\/+$/, "");
  // Intentionally without the value: it may contain a password.
  throw new TypeError(
    `${name} must be a URL without credentials, query and fragment`,
  );
}
