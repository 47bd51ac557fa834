import { hrefOf } from "../../../../pages/href-of.ts";

type PagingProps = {
  page: number;
  pages: number;
  path: string;
  /** The other parameters of the address; empty ones are left out. */
  query: Readonly<Record<string, string | undefined>>;
};

/** Links to the previous and the next page of a list that has several. */
export function Paging({ page, pages, path, query }: PagingProps) {
  if (pages === 1) return null;
  const linkTo = (number: number) =>
    hrefOf(path, { ...query, page: String(number) });
  return (
    <nav class="row" aria-label="Pages">
      {page > 1 && (
        <a class="button quiet" rel="prev" href={linkTo(page - 1)}>
          Previous
        </a>
      )}
      <span class="muted">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <a class="button quiet" rel="next" href={linkTo(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}
