import { expect, test } from "vitest";
import * as z from "zod/mini";
import { useStore } from "../store/store-for-test.ts";

const store = useStore();
const schema = z.object({ data: z.unknown() });

test("a table writes no undefined field, and writes a field with the name constructor", async () => {
  const { table, item } = store();
  const data = { title: undefined, constructor: "Ada" };
  await table.putIfAbsent({ id: "new", data, gone: undefined });
  await table.update("new", { set: { again: data }, where: {} });
  const written = { constructor: "Ada" };
  expect(await item("new")).toEqual({
    id: "new",
    data: written,
    again: written,
  });
  expect(await table.get("new", schema)).toEqual({ data: written });
});

test("a table reads bytes, lists and sets as they were written", async () => {
  const { table } = store();
  const data = {
    bytes: new Uint8Array([0, 255]),
    list: [1, { isIn: true }, null],
    names: new Set(["a", "b"]),
  };
  await table.put({ id: "kinds", data });
  expect(await table.get("kinds", schema)).toEqual({ data });
});
