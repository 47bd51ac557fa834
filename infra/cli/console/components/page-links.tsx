import { hrefOf } from "../../../pages/href-of.ts";

type PageLinksProps = {
  path: string;
  query: Readonly<Record<string, string | undefined>>;
  /** Where this page began; absent on the first one. */
  cursor: string | undefined;
  next: string | undefined;
  /** What the next page has: "Older operations". */
  label: string;
};

/** Links to the first and to the next page of a list. */
export function PageLinks({
  path,
  query,
  cursor,
  next,
  label,
}: PageLinksProps) {
  if (cursor === undefined && next === undefined) return null;
  return (
    <nav class="row" aria-label="Pages">
      {cursor !== undefined && (
        <a class="button quiet" href={hrefOf(path, query)}>
          First page
        </a>
      )}
      {next !== undefined && (
        <a
          class="button quiet"
          rel="next"
          href={hrefOf(path, { ...query, cursor: next })}
        >
          {label}
        </a>
      )}
    </nav>
  );
}
