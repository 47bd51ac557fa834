declare module "dynalite/db/index.js" {
  import type { AttributeValue } from "@aws-sdk/client-dynamodb";

  export type StoredItem = Readonly<Record<string, AttributeValue>>;

  /** An answer with the status 400. */
  export type Refusal = Error | null | undefined;

  /** What is wrong with the keys of an item, and with its keys in indexes. */
  export function validateItem(item: StoredItem, table: object): Refusal;

  /** Whether the item does not meet the condition that `validateExpressions` has read. */
  export function checkConditional(
    request: object,
    item: StoredItem | undefined,
  ): Refusal;

  export function matchesExprFilter(
    item: StoredItem,
    expression: unknown,
  ): boolean;

  /** Of the texts it counts the characters. */
  export function itemSize(item: StoredItem): number;
}

declare module "dynalite/validations/index.js" {
  /** Writes what the expressions of a request say into the request. @returns what is wrong with them */
  export function validateExpressions(request: object): string | undefined;
}

declare module "dynalite/actions/updateItem.js" {
  import type { Refusal, StoredItem } from "dynalite/db/index.js";

  type Done<T> = (refusal?: Refusal, result?: T) => void;

  /** Dynalite's store, as far as an update uses it if its table has no index. */
  type Store = {
    getTable: (name: string, done: Done<object>) => void;
    getItemDb: () => {
      lock: (key: string, run: (release: <F>(done: F) => F) => void) => void;
      get: (key: string, done: Done<StoredItem>) => void;
      put: (key: string, item: StoredItem, done: Done<void>) => void;
    };
    options: { maxItemSize: number };
  };

  export default function updateItem(
    store: Store,
    request: object,
    done: Done<object>,
  ): void;
}
