/**
 * Whether a log line matches a filter pattern. It supports the part of CloudWatch's syntax that our metric filters
 * use: comparisons of top-level fields with strings, joined by `&&`, and such groups joined by `||`. A missing field
 * matches no comparison.
 */
export function matches(pattern: string, line: object): boolean {
  const inner = /^\{ (.+) \}$/.exec(pattern)?.[1] ?? "";
  return inner.split(" || ").some((all) =>
    all.split(" && ").every((comparison) => {
      const parts = /^\$\.(\w+) (=|!=) "([^"]*)"$/.exec(comparison);
      if (!parts)
        throw new Error(
          `This part of the filter pattern is not supported: ${comparison}`,
        );
      const [, field = "", operator, text] = parts;
      const value = new Map(Object.entries(line)).get(field) as unknown;
      return value !== undefined && (value === text) === (operator === "=");
    }),
  );
}
