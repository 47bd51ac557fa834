import { expect, test } from "vitest";
import {
  askedOfTable,
  localPermits,
} from "../../../../infra/local/aws/permissions.ts";

const query = (IndexName: string) =>
  askedOfTable("Query", { TableName: "store", IndexName });
const get = (id: string) =>
  askedOfTable("GetItem", { TableName: "store", Key: { id: { S: id } } });

test.each([
  ["employment-workflow", query("state"), true],
  ["employment-workflow", query("payload"), false],
  ["doctor-handler", get("rate-limiter"), true],
  ["doctor-handler", get("employee#E-1"), false],
  // Operators and tests are no function.
  ["local", query("payload"), true],
])("%s may ask for %j as its grants say: %s", (name, asked, isPermitted) => {
  expect(localPermits(name, asked)).toBe(isPermitted);
});
