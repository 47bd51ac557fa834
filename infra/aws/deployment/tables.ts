/** A DynamoDB table with on-demand capacity and a string partition key. */
export type TableDefinition = {
  name: string;
  partitionKey: string;
  /** Epoch seconds after which DynamoDB may delete the item. Readers check the expiry themselves. */
  ttlAttribute: string;
  indexes?: readonly IndexDefinition[];
};

/** A sparse index. It contains only the items that have both of its key attributes. */
export type IndexDefinition = {
  name: string;
  /** A string attribute. */
  partitionKey: string;
  /** A number attribute. */
  sortKey: string;
  /** Attributes that the entries have beside the keys. A change of such an attribute writes the entry. @default none */
  projected?: readonly string[];
};

/** The tables of the project, for the deployed stack and for the local stack. */
export const tables = {
  store: {
    name: "store",
    partitionKey: "id",
    ttlAttribute: "expiresAtSeconds",
    indexes: [
      /** Operations that wait for a time, or whose execution may be lost, ordered by when they are due. */
      { name: "due", partitionKey: "status", sortKey: "dueAtMs" },
      /** The operations of an employee, ordered by creation. */
      { name: "employee", partitionKey: "employeeId", sortKey: "createdAtMs" },
      /**
       * The operations of an employee that one caller sent, which are all that the caller sees. The operations of
       * other callers do not slow the query.
       */
      { name: "caller", partitionKey: "sentBy", sortKey: "createdAtMs" },
      /** Operations that have a payload, ordered by when it must be erased. */
      { name: "payload", partitionKey: "holds", sortKey: "payloadUntilMs" },
      /** Operations that wait for the end of an outage, in the order in which the scheduler wakes them. */
      {
        name: "outage",
        partitionKey: "outage",
        sortKey: "wakeOrder",
        projected: ["type", "employeeId"],
      },
      /**
       * Operations that have not succeeded and are not cancelled, as four lists: `active`, `waiting`,
       * `needs_attention` and `failed`.
       */
      {
        name: "open",
        partitionKey: "open",
        sortKey: "createdAtMs",
        projected: ["type", "caller", "reason"],
      },
      /** All operations. One partition takes 1,000 events a second, which is more than the platform does. */
      {
        name: "created",
        partitionKey: "kind",
        sortKey: "createdAtMs",
        projected: ["type", "caller"],
      },
      /** Operations with warnings, also after a success. */
      {
        name: "warned",
        partitionKey: "warned",
        sortKey: "createdAtMs",
        projected: ["type", "caller", "status", "reason", "warnings"],
      },
      /** The outbox: items with notices that wait for a round, ordered by the time of that round. */
      { name: "notice", partitionKey: "notice", sortKey: "noticeAtMs" },
      /** Employees by the state of their employment. */
      {
        name: "state",
        partitionKey: "state",
        sortKey: "hiredAtMs",
        projected: ["hiredBy"],
      },
    ],
  },
  tokens: {
    name: "tokens",
    partitionKey: "id",
    ttlAttribute: "expiresAtSeconds",
  },
} as const satisfies Record<string, TableDefinition>;
