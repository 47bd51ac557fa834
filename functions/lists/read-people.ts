import { inTurns } from "../../shared/in-turns.ts";
import { pagesOfPeople } from "../../shared/person/pages-of-people.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { stepOfRound } from "../../shared/store/step-names.ts";
import { type ListsRun, planOf, reserveCall, width } from "./lists-run.ts";
import { createPeople, packPeople, type PeopleIndex } from "./people.ts";

/** Pages that one step reads. */
const pagesOfStep = 32;
/** A list with more pages has no end. */
const maxPages = 10_000;

/** How far the read is. The engine's history contains it. */
type Progress = { next?: number | undefined; pages: number };

/**
 * Reads all people of the platform, and stores their pages until the plan is made: the next step can run in another sandbox,
 * and one attempt has no time for all of them.
 */
export async function readPeople(run: ListsRun): Promise<void> {
  let progress: Progress = { next: 0, pages: 0 };
  for (let round = 1; progress.next !== undefined; round++) {
    const from = progress;
    progress = await run.steps.idempotent(
      stepOfRound("read people", round),
      () => readPages(run, from),
    );
  }
}

async function readPages(run: ListsRun, from: Progress): Promise<Progress> {
  const { plans, asked, platformAuth, store, callsPerSecond } = run;
  const { id } = await planOf(run);
  let { pages, next } = from;
  const read = pagesOfPeople(
    (query) => platformAuth.service.people.list(query),
    from.next ?? 0,
    pagesOfStep,
    () => reserveCall(run, store.rateLimiter, callsPerSecond),
  );
  for await (const page of read) {
    if (pages >= maxPages) throw new StepFailure("answer-unreadable");
    await plans.putPeople(id, pages++, packPeople(page.people));
    next = page.next;
  }
  await plans.change(id, ["planning"], { peoplePages: pages }, asked.run);
  return { next, pages };
}

/** The people that {@link readPeople} has stored. */
export async function loadPeople(run: ListsRun): Promise<PeopleIndex> {
  const { id, peoplePages } = await planOf(run);
  const people = createPeople();
  const pages = Array.from({ length: peoplePages }, (_, page) => page);
  await inTurns(pages, width, async (page) => {
    const packed = await run.plans.people(id, page);
    if (!packed) throw new StepFailure("data-erased");
    people.addPage(packed);
  });
  return people;
}
