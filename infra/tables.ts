/** A DynamoDB table with on-demand capacity and a string partition key. */
export type TableDefinition = {
  name: string;
  partitionKey: string;
  /** Epoch seconds after which DynamoDB may sweep the item; readers compare expiry themselves. */
  ttlAttribute: string;
  indexes?: readonly IndexDefinition[];
};

/** A sparse index: it lists the keys of those items that have both of its attributes, and of no others. */
export type IndexDefinition = {
  name: string;
  /** A string attribute. */
  partitionKey: string;
  /** A number attribute. */
  sortKey: string;
};

/** The tables of the product, for the deployed stack and for one machine alike. */
export const tables = {
  store: {
    name: "store",
    partitionKey: "id",
    ttlAttribute: "expiresAtSeconds",
    indexes: [
      /** Operations that wait for a time or may have been lost, the most urgent first. */
      { name: "due", partitionKey: "status", sortKey: "dueAtMs" },
      /** Operations of one employee. */
      { name: "employee", partitionKey: "employeeId", sortKey: "createdAtMs" },
      /** Of those, the ones that hire, adopt or let go: few in a life, however many statuses somebody sets. */
      {
        name: "employment",
        partitionKey: "employmentOf",
        sortKey: "createdAtMs",
      },
      /** Employees by where they are in their life with us. */
      { name: "state", partitionKey: "state", sortKey: "hiredAtMs" },
    ],
  },
  tokens: {
    name: "tokens",
    partitionKey: "id",
    ttlAttribute: "expiresAtSeconds",
  },
} as const satisfies Record<string, TableDefinition>;
