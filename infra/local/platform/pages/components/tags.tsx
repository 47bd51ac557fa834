/** Tags as a row of labels, if there are any. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul class="row" aria-label="Tags">
      {tags.map((tag) => (
        <li class="pill">{tag}</li>
      ))}
    </ul>
  );
}
