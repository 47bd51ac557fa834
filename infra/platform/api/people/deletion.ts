import type { PlatformContext } from "../../http/context.ts";
import type { Deletion } from "../../state/options.ts";
import type { StoredPerson } from "../../state/platform-state.ts";

/** Deletes a person now (204) or accepts its deletion (202). Returns the status of the answer. */
export function deletePerson(
  { state, options }: PlatformContext,
  person: StoredPerson,
  deletion: Deletion,
): 204 | 202 {
  if (deletion === "at-once") {
    state.removePerson(person);
    return 204;
  }
  if (!state.deletions.has(person.id)) {
    state.deletions.set(
      person.id,
      "goneAfterReads" in deletion
        ? { readsLeft: deletion.goneAfterReads }
        : { goneAtMs: options.nowMs() + deletion.goneAfterMs },
    );
  }
  return 202;
}

/** Counts a read of a person, if its deletion waits for reads. */
export function countRead(
  { state }: PlatformContext,
  { id }: StoredPerson,
): void {
  const deletion = state.deletions.get(id);
  if (deletion === undefined || !("readsLeft" in deletion)) return;
  state.deletions.set(id, { readsLeft: deletion.readsLeft - 1 });
}

/** Removes the people whose deletion is due. Call it before a request reads people. */
export function completeDeletions({ state, options }: PlatformContext): void {
  for (const [id, deletion] of state.deletions) {
    const isDue =
      "readsLeft" in deletion
        ? deletion.readsLeft <= 0
        : deletion.goneAtMs <= options.nowMs();
    const person = state.person(id);
    if (isDue && person !== undefined) state.removePerson(person);
    if (isDue || person === undefined) state.deletions.delete(id);
  }
}
