import { RemovalPolicy } from "aws-cdk-lib";
import {
  AttributeType,
  Billing,
  ProjectionType,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import {
  type IndexDefinition,
  type TableDefinition,
  tables,
} from "./deployment/tables.ts";
import { resourceNameOf } from "./resource-names.ts";

export type Tables = Record<keyof typeof tables, TableV2>;

/** Creates the tables that infra/aws/deployment/tables.ts defines. If `keepData` is set, they outlive the stack. */
export function createTables(scope: Construct, keepData: boolean): Tables {
  const parent = new Construct(scope, "Tables");
  return {
    store: createTable(parent, tables.store, keepData),
    tokens: createTable(parent, tables.tokens, keepData),
  };
}

function createTable(
  scope: Construct,
  { name, partitionKey, ttlAttribute, indexes = [] }: TableDefinition,
  keepData: boolean,
): TableV2 {
  const { STRING, NUMBER } = AttributeType;
  return new TableV2(scope, name, {
    tableName: resourceNameOf(name, scope),
    partitionKey: { name: partitionKey, type: STRING },
    timeToLiveAttribute: ttlAttribute,
    globalSecondaryIndexes: indexes.map((index) => ({
      indexName: index.name,
      partitionKey: { name: index.partitionKey, type: STRING },
      sortKey: { name: index.sortKey, type: NUMBER },
      ...projectionOf(index),
    })),
    billing: Billing.onDemand(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: keepData,
    removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
}

function projectionOf({ projected = [] }: IndexDefinition) {
  return projected.length > 0
    ? {
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...projected],
      }
    : { projectionType: ProjectionType.KEYS_ONLY };
}
