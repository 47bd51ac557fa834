/** Things by their id, oldest first. */
export type Table<T extends { id: string }> = {
  /** Adds the item, or replaces the one of the same id in its place. */
  put: (item: T) => void;
  get: (id: string) => T | undefined;
  all: () => T[];
  /** Removes the item, and with it all that depends on it, in every table. */
  remove: (id: string) => void;
};

/** Makes tables that keep nothing whose person, place or content is gone. Ids are unique among all of them. */
export function createTables() {
  const forgetters: ((id: string) => void)[] = [];

  /** Tells every table that what had this id is gone. */
  function forget(id: string): void {
    for (const forgetIn of forgetters) forgetIn(id);
  }

  /** Calls `forgetIn` with the id of everything that goes. */
  function onForget(forgetIn: (id: string) => void): void {
    forgetters.push(forgetIn);
  }

  /** An item goes when one of the ids that `dependsOn` returns for it goes. */
  function table<T extends { id: string }>(
    dependsOn: (item: T) => readonly (string | undefined)[],
  ): Table<T> {
    const items = new Map<string, T>();
    const remove = (id: string) => {
      if (items.delete(id)) forget(id);
    };
    onForget((id) => {
      for (const item of items.values()) {
        if (dependsOn(item).includes(id)) remove(item.id);
      }
    });
    return {
      put: (item) => void items.set(item.id, item),
      get: (id) => items.get(id),
      all: () => [...items.values()],
      remove,
    };
  }

  return { table, forget, onForget };
}
