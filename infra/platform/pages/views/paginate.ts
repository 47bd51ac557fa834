export type PageOf<T> = {
  items: readonly T[];
  /** The number of items on all pages together. */
  total: number;
  /** Counted from 1. */
  page: number;
  pages: number;
};

/** Cuts one page out of a list. A page after the last one becomes the last one. */
export function paginate<T>(
  all: readonly T[],
  askedPage: number,
  pageSize: number,
): PageOf<T> {
  const pages = Math.max(1, Math.ceil(all.length / pageSize));
  const page = Math.min(askedPage, pages);
  return {
    items: all.slice((page - 1) * pageSize, page * pageSize),
    total: all.length,
    page,
    pages,
  };
}
