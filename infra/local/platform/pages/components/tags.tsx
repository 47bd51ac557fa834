/** Tags as a row of labels, if there are any. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul class="tags" aria-label="Tags">
      {tags.map((tag) => (
        <li>{tag}</li>
      ))}
    </ul>
  );
}
