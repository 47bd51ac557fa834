import type { CommunityPage } from "../../shared/community/pages.ts";
import type { Person } from "../../shared/community/person.ts";

/** The list of all people from an offset on. */
export type ListPeople = (query: { count: number; startIndex: number }) => {
  page: () => Promise<CommunityPage<Person>>;
};

/** What a part of the search has found: the person, that there is none, or where the next part begins. */
export type Searched = { person: Person } | { next: number } | "none";

const pageSize = 100;

/**
 * Looks for a person on some pages of the list of all people. The platform may leave out whom the service account does
 * not see, so a page can be short or empty, and only the last one ends the search. A part that has got no further goes
 * on with the next page.
 *
 * @param startIndex - the offset of the first page
 */
export async function searchPeople(
  list: ListPeople,
  isWanted: (person: Person) => boolean,
  startIndex: number,
  maxPages: number,
): Promise<Searched> {
  let page = await list({ count: pageSize, startIndex }).page();
  let next = startIndex;
  for (let read = 1; ; read++) {
    const person = page.items.find(isWanted);
    if (person) return { person };
    next = Math.max(next, page.startIndex ?? 0) + page.items.length;
    if (page.next === undefined) return "none";
    if (read >= maxPages && next > startIndex) return { next };
    page = await page.next();
  }
}
