import { createMemo } from "../../shared/memo.ts";
import { inTurns } from "../../shared/in-turns.ts";
import { pagesOfPeople } from "../../shared/person/pages-of-people.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { stepOfRound } from "../../shared/store/step-names.ts";
import { waitForReservation } from "../../shared/workflow/reserve-calls.ts";
import {
  type ListsRun,
  maxPages,
  maxRead,
  planOf,
  reservesAgain,
} from "./lists-run.ts";
import { createPeople, packPeople, type PeopleIndex } from "./people.ts";

/** One step reads at most this many pages. */
const maxPagesOfStep = 32;

/** How far the read is. The engine's history contains it. */
type Progress = { next?: number | undefined; pages: number };

/** Loads the people that were read, once for all steps of an execution. */
export type LoadPeople = () => Promise<PeopleIndex>;

/** Reads all people of the platform in steps. Their pages are stored, because the next step can run elsewhere. */
export async function readPeople(run: ListsRun): Promise<LoadPeople> {
  let progress: Progress = { next: 0, pages: 0 };
  for (let round = 1; progress.next !== undefined; round++) {
    const from = progress;
    // The platform does not say how many pages it has. So each step reserves as many calls as all steps before made.
    const ahead = Math.min(Math.max(from.pages, 1), maxPagesOfStep);
    const count = async () => ahead;
    await waitForReservation(run, "other", count);
    progress = await run.steps.idempotent(
      stepOfRound("read people", round),
      () => readPages(run, from, ahead),
      reservesAgain(run, count),
    );
  }
  const { pages } = progress;
  const people = createMemo(() => loadPeople(run, pages));
  return () => people.get();
}

async function readPages(
  run: ListsRun,
  from: Progress,
  ahead: number,
): Promise<Progress> {
  const { plans, asked, platformAuth, beginCall } = run;
  const { id, peoplePages } = await planOf(run);
  let { pages, next } = from;
  let announced = peoplePages;
  /** The plan notes the pages before they are stored. If it ends meanwhile, it deletes all pages that it has noted. */
  const announce = async (count: number) => {
    announced = Math.max(announced, count);
    const set = { peoplePages: announced };
    if (!(await plans.change(id, ["planning"], set, asked.run)))
      throw new StepFailure("execution-lost");
  };
  await announce(pages + ahead);
  const read = pagesOfPeople(
    (query) => platformAuth.service.people.list(query),
    from.next ?? 0,
    ahead,
    beginCall,
  );
  for await (const page of read) {
    for (const bytes of packPeople(page.people)) {
      if (pages >= maxPages) throw new StepFailure("answer-unreadable");
      if (pages >= announced) await announce(pages + ahead);
      await plans.putPeople(id, pages++, bytes, asked.run);
    }
    next = page.next;
  }
  // If the plan has ended since, this fails, and the pages are deleted.
  await announce(pages);
  return { next, pages };
}

async function loadPeople(run: ListsRun, count: number): Promise<PeopleIndex> {
  const { plans, asked } = run;
  const people = createPeople();
  const pages = Array.from({ length: count }, (_, page) => page);
  await inTurns(pages, maxRead, async (page) => {
    const packed = await plans.people(asked.planId, page);
    if (!packed) throw new StepFailure("data-erased");
    people.addPage(packed);
  });
  return people;
}
