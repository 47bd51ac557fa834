import type { CommunityPage } from "../community/pages.ts";
import type { Person } from "../community/person.ts";
import { StepFailure } from "../step-failure.ts";

/** The list of all people from an offset on. */
export type ListPeople = (query: { count: number; startIndex: number }) => {
  page: () => Promise<CommunityPage<Person>>;
};

/** A page, and the offset at which the list goes on: `next`, undefined after the last page. */
export type PageOfPeople = {
  people: readonly Person[];
  next: number | undefined;
};

const pageSize = 100;
/** After this many pages without progress, the read fails. */
const maxIdlePages = 1_000;

/**
 * Reads some pages of the list of all people. The platform may leave out whom the service account does not see, so a
 * page can be short or empty, and only the last one ends the list. As long as the offset has not moved, it reads more
 * pages than `maxPages`.
 *
 * @param startIndex - the offset of the first page
 * @param prepare - runs before each call
 * @throws StepFailure `answer-unreadable`
 */
export async function* pagesOfPeople(
  list: ListPeople,
  startIndex: number,
  maxPages: number,
  prepare: () => Promise<void> = async () => undefined,
): AsyncGenerator<PageOfPeople, void> {
  let next = startIndex;
  let readNext = () => list({ count: pageSize, startIndex }).page();
  for (let read = 1; ; read++) {
    await prepare();
    const page = await readNext();
    next = Math.max(next, page.startIndex ?? 0) + page.items.length;
    yield { people: page.items, next: page.next && next };
    if (!page.next || (read >= maxPages && next > startIndex)) return;
    if (read >= maxIdlePages) throw new StepFailure("answer-unreadable");
    readNext = page.next;
  }
}
