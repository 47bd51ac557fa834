import type { PlatformContext } from "./context.ts";
import type { StoredPerson } from "./store.ts";

/** Deletes a person as the `deletion` option says. Returns the status of the answer: 204 done, 202 accepted. */
export function deletePerson(
  context: PlatformContext,
  person: StoredPerson,
): 204 | 202 {
  const { store, options } = context;
  if (options.deletion === "at-once") {
    store.removePerson(person);
    return 204;
  }
  if (person.deletion === undefined) {
    const deletion =
      "goneAfterReads" in options.deletion
        ? { readsLeft: options.deletion.goneAfterReads }
        : { goneAtMs: options.nowMs() + options.deletion.goneAfterMs };
    store.replacePerson({ ...person, deletion });
  }
  return 202;
}

/** Counts a read of a person whose deletion waits for reads. */
export function countRead(
  { store }: PlatformContext,
  { deletion, ...person }: StoredPerson,
): void {
  if (deletion === undefined || !("readsLeft" in deletion)) return;
  const readsLeft = deletion.readsLeft - 1;
  store.replacePerson({ ...person, deletion: { readsLeft } });
}

/** Removes everybody whose deletion was accepted and is due; to be called before a request looks at people. */
export function removeGone({ store, options }: PlatformContext): void {
  if (options.deletion === "at-once") return;
  for (const person of store.people()) {
    const { deletion } = person;
    if (deletion === undefined) continue;
    const isGone =
      "readsLeft" in deletion
        ? deletion.readsLeft <= 0
        : deletion.goneAtMs <= options.nowMs();
    if (isGone) store.removePerson(person);
  }
}
