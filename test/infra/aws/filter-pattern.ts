/**
 * Whether a line of a log matches a filter pattern, for the part of CloudWatch's syntax that ours use: comparisons of
 * top-level fields with texts, joined by `&&`, and those by `||`. A field that is not there matches no comparison.
 */
export function matches(pattern: string, line: object): boolean {
  const inner = /^\{ (.+) \}$/.exec(pattern)?.[1] ?? "";
  return inner.split(" || ").some((all) =>
    all.split(" && ").every((comparison) => {
      const parts = /^\$\.(\w+) (=|!=) "([^"]*)"$/.exec(comparison);
      if (!parts) throw new Error(`not understood: ${comparison}`);
      const [, field = "", operator, text] = parts;
      const value = new Map(Object.entries(line)).get(field) as unknown;
      return value !== undefined && (value === text) === (operator === "=");
    }),
  );
}
