/** Items by their id, oldest first. */
export type Table<T extends { id: string }> = {
  /** Adds the item. An item of the same id is replaced, and keeps its position. */
  put: (item: T) => void;
  get: (id: string) => T | undefined;
  all: () => T[];
  /** The items that depend on the object of this id, oldest first. */
  of: (id: string) => T[];
  /** Removes the item and all items that depend on it, in every table. */
  remove: (id: string) => void;
};

/**
 * Creates tables with cascading deletion: an item is removed together with its person, place or content. An id is
 * unique among all tables.
 */
export function createTables() {
  const tables: {
    of: (id: string) => { id: string }[];
    remove: (id: string) => void;
  }[] = [];

  /** Removes all items that depend on the object of this id, in every table. */
  function cascade(id: string): void {
    for (const { of, remove } of tables)
      for (const item of of(id)) remove(item.id);
  }

  /** Creates a table. An item depends on the objects whose ids `dependsOn` returns. */
  function table<T extends { id: string }>(
    dependsOn: (item: T) => readonly (string | undefined)[],
  ): Table<T> {
    const items = new Map<string, T>();
    /** By the id of an object: the ids of all items that depend on it, or did so before they were changed. */
    const dependants = new Map<string, Set<string>>();
    const created: Table<T> = {
      put: (item) => {
        items.set(item.id, item);
        for (const id of dependsOn(item)) {
          if (id === undefined) continue;
          dependants.set(id, (dependants.get(id) ?? new Set()).add(item.id));
        }
      },
      get: (id) => items.get(id),
      all: () => [...items.values()],
      of: (id) =>
        [...(dependants.get(id) ?? [])]
          .flatMap((dependant) => items.get(dependant) ?? [])
          .filter((item) => dependsOn(item).includes(id)),
      remove: (id) => {
        if (items.delete(id)) cascade(id);
      },
    };
    tables.push(created);
    return created;
  }

  return { table, cascade };
}
