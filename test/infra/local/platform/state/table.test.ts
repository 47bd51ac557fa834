import { expect, test } from "vitest";
import { createTables } from "../../../../../infra/local/platform/state/table.ts";

type Row = { id: string; on: string };

test("the items that depend on a removed object are removed too, in every table and through several levels", () => {
  const { table, cascade } = createTables();
  const contents = table<Row>(({ on }) => [on]);
  const replies = table<Row>(({ on }) => [on]);
  contents.put({ id: "content", on: "ada" });
  contents.put({ id: "other", on: "bob" });
  replies.put({ id: "reply", on: "content" });
  replies.put({ id: "reply to a reply", on: "reply" });
  replies.put({ id: "kept", on: "other" });
  cascade("ada");
  expect(contents.all().map(({ id }) => id)).toEqual(["other"]);
  expect(replies.all().map(({ id }) => id)).toEqual(["kept"]);
});

test("items that depend on each other are removed together", () => {
  const { table } = createTables();
  const rows = table<Row>(({ on }) => [on]);
  rows.put({ id: "a", on: "b" });
  rows.put({ id: "b", on: "a" });
  rows.remove("a");
  expect(rows.all()).toEqual([]);
});

test("a replaced item keeps its place", () => {
  const { table } = createTables();
  const rows = table<Row>(() => []);
  for (const id of ["a", "b"]) rows.put({ id, on: "x" });
  rows.put({ id: "a", on: "y" });
  expect(rows.all()).toEqual([
    { id: "a", on: "y" },
    { id: "b", on: "x" },
  ]);
});
