/**
 * Returns a base URL without its trailing slashes.
 *
 * @throws TypeError when the value is not a URL, or has credentials, a query or a fragment: paths are appended to it
 */
export function requireBaseUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (url && !url.search && !url.hash && !url.username && !url.password)
    return url.href.replace(/\/+$/, "");
  // Intentionally without the value: it may hold a password.
  throw new TypeError(
    `${name} must be a URL without credentials, query and fragment`,
  );
}
