type HiddenFieldsProps = {
  values: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** What a form sends along. */
export function HiddenFields({ values }: HiddenFieldsProps) {
  return (
    <>
      {Object.entries(values).flatMap(([name, value]) =>
        [value ?? []]
          .flat()
          .map((one) => <input type="hidden" name={name} value={one} />),
      )}
    </>
  );
}
