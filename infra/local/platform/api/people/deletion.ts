import type { PlatformContext } from "../../http/context.ts";
import type { Deletion } from "../../state/options.ts";
import type { StoredPerson } from "../../state/platform-state.ts";

/** Deletes a person. Returns the status of the answer: 204 done, 202 accepted. */
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

/** Counts a read of a person whose deletion waits for reads. */
export function countRead(
  { state }: PlatformContext,
  { id }: StoredPerson,
): void {
  const deletion = state.deletions.get(id);
  if (deletion === undefined || !("readsLeft" in deletion)) return;
  state.deletions.set(id, { readsLeft: deletion.readsLeft - 1 });
}

/** Removes everybody whose deletion was accepted and is due; to be called before a request looks at people. */
export function removeGone({ state, options }: PlatformContext): void {
  for (const [id, deletion] of state.deletions) {
    const isGone =
      "readsLeft" in deletion
        ? deletion.readsLeft <= 0
        : deletion.goneAtMs <= options.nowMs();
    const person = state.person(id);
    if (isGone && person !== undefined) state.removePerson(person);
    if (isGone || person === undefined) state.deletions.delete(id);
  }
}
