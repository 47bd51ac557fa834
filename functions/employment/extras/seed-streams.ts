import { ApiError } from "../../../shared/community/errors.ts";
import { foldCase } from "../../../shared/fold-case.ts";
import type { Attempt } from "../../../shared/workflow/steps.ts";
import { type Seeded, allOrFirstFailure, refusalAsResult } from "./seeding.ts";
import type { HireRun } from "./hire-reader.ts";
import { chooseTasksAndStreams } from "./choose-tasks-and-streams.ts";

/**
 * Step "seed streams": creates the custom streams of a new person, as that person. Stream names are unique, so a name
 * that exists is done.
 */
export function seedStreams(run: HireRun): Promise<Seeded> {
  return run.steps.sideEffect(
    run.nameOf("seed streams"),
    (attempt) =>
      refusalAsResult(attempt, run, () => createStreams(run, attempt)),
    { mayHaveRun: run.wasBegunBefore },
  );
}

async function createStreams(
  { reader, templates }: HireRun,
  attempt: Attempt,
): Promise<Seeded> {
  const hire = await reader.hire();
  const { streams: names } = chooseTasksAndStreams(hire, templates);
  const employee = await reader.employee(attempt);
  const { personID: id } = employee;
  const { streams } = await reader.asPerson(employee);
  const listMissing = async () => {
    const existing = await Array.fromAsync(streams.list(id));
    const taken = new Set(existing.map(({ name }) => name && foldCase(name)));
    return names.filter((name) => !taken.has(foldCase(name)));
  };

  const wanted = attempt.mayHaveRun ? await listMissing() : names;
  const created = await allOrFirstFailure(
    wanted.map((name) =>
      streams.create(id, name).then(() => true, falseOnConflict),
    ),
  );
  // A 409 means either that the name exists, which is fine, or that the limit of streams is reached.
  const missing = created.includes(false) ? (await listMissing()).length : 0;
  return missing === 0 ? {} : { refused: "platform-refused-409" };
}

function falseOnConflict(error: unknown): false {
  if (error instanceof ApiError && error.status === 409) return false;
  throw error;
}
