/** Parses the fields of a form. A repeated field becomes an array, which no schema accepts as text. */
export function parseForm(body: string): Record<string, unknown> {
  const byName = Map.groupBy(new URLSearchParams(body), ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, fields]) => {
      const values = fields.map(([, value]) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
