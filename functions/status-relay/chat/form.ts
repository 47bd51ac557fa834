/** The fields of a form. One that is given twice becomes an array, which is no text to any schema. */
export function formFields(body: string): Record<string, unknown> {
  const byName = Map.groupBy(new URLSearchParams(body), ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, fields]) => {
      const values = fields.map(([, value]) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
