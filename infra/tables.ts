/** A DynamoDB table with on-demand capacity and a string partition key. */
export type TableDefinition = {
  name: string;
  partitionKey: string;
  /** Epoch seconds after which DynamoDB may sweep the item; readers compare expiry themselves. */
  ttlAttribute: string;
};

/** The tables of the product, for the deployed stack and for one machine alike. */
export const tables = {
  lifecycle: {
    name: "lifecycle",
    partitionKey: "id",
    ttlAttribute: "expiresAtSeconds",
  },
  tokens: {
    name: "tokens",
    partitionKey: "id",
    ttlAttribute: "expiresAtSeconds",
  },
} as const satisfies Record<string, TableDefinition>;
