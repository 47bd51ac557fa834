import type { PlatformContext } from "./context.ts";
import type { Deletion } from "./options.ts";
import type { StoredPerson } from "./store.ts";

/** Deletes a person. Returns the status of the answer: 204 done, 202 accepted. */
export function deletePerson(
  { store, options }: PlatformContext,
  person: StoredPerson,
  deletion: Deletion,
): 204 | 202 {
  if (deletion === "at-once") {
    store.removePerson(person);
    return 204;
  }
  if (!store.deletions.has(person.id)) {
    store.deletions.set(
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
  { store }: PlatformContext,
  { id }: StoredPerson,
): void {
  const deletion = store.deletions.get(id);
  if (deletion === undefined || !("readsLeft" in deletion)) return;
  store.deletions.set(id, { readsLeft: deletion.readsLeft - 1 });
}

/** Removes everybody whose deletion was accepted and is due; to be called before a request looks at people. */
export function removeGone({ store, options }: PlatformContext): void {
  for (const [id, deletion] of store.deletions) {
    const isGone =
      "readsLeft" in deletion
        ? deletion.readsLeft <= 0
        : deletion.goneAtMs <= options.nowMs();
    const person = store.person(id);
    if (isGone && person !== undefined) store.removePerson(person);
    if (isGone || person === undefined) store.deletions.delete(id);
  }
}
