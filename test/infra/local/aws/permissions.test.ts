import { expect, test } from "vitest";
import {
  askedOfTable,
  localPermits,
} from "../../../../infra/local/aws/permissions.ts";

const query = (IndexName: string) =>
  askedOfTable("Query", { TableName: "store", IndexName });
const get = (id: string) =>
  askedOfTable("GetItem", { TableName: "store", Key: { id: { S: id } } });

test("a function may query the indexes of its grants, and no others", () => {
  const permits = (index: string) =>
    localPermits("employment-workflow", query(index));
  expect(permits("state")).toBe(true);
  expect(permits("payload")).toBe(false);
});

test("a function whose grants name items reaches no others", () => {
  const permits = (id: string) => localPermits("doctor-handler", get(id));
  expect(permits("rate-limiter")).toBe(true);
  expect(permits("employee#E-1")).toBe(false);
});

test("the grants of functions do not limit operators and tests", () => {
  expect(localPermits("local", query("payload"))).toBe(true);
});
