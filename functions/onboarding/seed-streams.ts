import { ApiError } from "../../shared/community/errors.ts";
import type { Attempt } from "../../shared/workflow/steps.ts";
import { type HireRecord, personOf } from "./hire-record.ts";
import { asSeeding, type Seeded, settleAll } from "./seeding.ts";

/**
 * Creates the custom streams of a new person, as that person. Names are unique, so a name that is taken is done.
 */
export async function seedStreams(
  hireRecord: HireRecord,
  attempt: Attempt,
): Promise<Seeded> {
  const { streams: names = [] } = await hireRecord.hire();

  return asSeeding(attempt, async () => {
    const employee = await hireRecord.employee();
    const { id } = personOf(employee);
    const { streams } = await hireRecord.asPerson(employee);
    const missing = async () => {
      const existing = await Array.fromAsync(streams.list(id));
      const taken = new Set(existing.map(({ name }) => name?.toLowerCase()));
      return names.filter((name) => !taken.has(name.toLowerCase()));
    };

    const wanted = attempt.mayHaveRun ? await missing() : names;
    const created = await settleAll(
      wanted.map((name) =>
        streams.create(id, name).then(() => true, unlessConflict),
      ),
    );
    // A conflict can be the name, which is then there, or the limit, and then it is not.
    const lacking = created.includes(false) ? (await missing()).length : 0;
    return lacking === 0
      ? { created: names.length }
      : { created: names.length - lacking, refused: "platform-refused-409" };
  });
}

/** False for a conflict; throws whatever else it is. */
function unlessConflict(error: unknown): false {
  if (error instanceof ApiError && error.status === 409) return false;
  throw error;
}
