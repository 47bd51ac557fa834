import { expect, test } from "vitest";
import { createTables } from "../../../../infra/platform/state/table.ts";

type Row = { id: string; on: string };

test("what depends on a removed object is removed too, in every table and through several levels", () => {
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
