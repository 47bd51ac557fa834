const defaultPath = "/people";
const pagePattern = /^\/(people|contents|places)(\/|$)/;

/**
 * The path and query to open after signing in. It is always one of our own pages, whatever `asked` says: another
 * origin, a path that a browser would read as one ("//host", "/\host"), or a path of the API become the directory.
 */
export function readReturnPath(
  asked: string | null | undefined,
  siteUrl: string,
): string {
  if (asked === null || asked === undefined || !URL.canParse(asked, siteUrl)) {
    return defaultPath;
  }
  const { origin, pathname, search } = new URL(asked, siteUrl);
  const isOurPage =
    origin === new URL(siteUrl).origin && pagePattern.test(pathname);
  return isOurPage ? pathname + search : defaultPath;
}
