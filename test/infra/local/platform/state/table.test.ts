import { expect, test } from "vitest";
import { createTables } from "../../../../../infra/local/platform/state/table.ts";

type Row = { id: string; on: string };

test("what depends on something that goes goes too, in every table, and what that carries", () => {
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

test("things that depend on each other go together and once", () => {
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
