import { expect, it } from "vitest";
import { situationOf } from "../../../functions/employment/look.ts";
import type { Employee } from "../../../shared/store/employee.ts";

const saidAtMs = Date.UTC(2026, 0, 5, 12);

it("looks not before what was said, also if its clock is behind that of the receiver", () => {
  const word = {
    caller: "hris",
    mayOffboard: true,
    atMs: saidAtMs,
    ownDay: 20_458,
  };
  const item: Employee = {
    version: 2,
    statements: [
      { ...word, id: "a", kind: "hired", fields: [], mayUpdate: true },
      { ...word, id: "b", kind: "changed", fields: ["/title"] },
    ],
    unfinished: [],
    person: { is: "enabled", fields: [] },
    limits: {},
    state: "active",
  };
  expect(situationOf(item, {}, saidAtMs - 2_000).move).toMatchObject({
    do: "change",
    fields: [{ field: "/title", by: "b" }],
  });
});
