/** Items by their id, oldest first. */
export type Table<T extends { id: string }> = {
  /** Adds the item. An item of the same id is replaced, and keeps its position. */
  put: (item: T) => void;
  get: (id: string) => T | undefined;
  all: () => T[];
  /** Removes the item and all items that depend on it, in every table. */
  remove: (id: string) => void;
};

/**
 * Creates tables with cascading deletion: an item is removed together with its person, place or content. An id is
 * unique among all tables.
 */
export function createTables() {
  const listeners: ((id: string) => void)[] = [];

  /** Removes all items that depend on the object of this id, in every table. */
  function cascade(id: string): void {
    for (const listener of listeners) listener(id);
  }

  /** Calls `listener` with the id of each object that is removed. */
  function onRemoved(listener: (id: string) => void): void {
    listeners.push(listener);
  }

  /** Creates a table. An item depends on the objects whose ids `dependsOn` returns. */
  function table<T extends { id: string }>(
    dependsOn: (item: T) => readonly (string | undefined)[],
  ): Table<T> {
    const items = new Map<string, T>();
    const remove = (id: string) => {
      if (items.delete(id)) cascade(id);
    };
    onRemoved((id) => {
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

  return { table, cascade, onRemoved };
}
