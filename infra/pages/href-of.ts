/** The path with every parameter that has a value. */
export function hrefOf(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value) parameters.set(name, value);
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
