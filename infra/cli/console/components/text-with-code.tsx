/** A text of `shared/reason-codes.ts`, in which backquotes enclose what an operator types. */
export function TextWithCode({ text }: { text: string }) {
  return (
    <>
      {text
        .split("`")
        .map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}
    </>
  );
}
