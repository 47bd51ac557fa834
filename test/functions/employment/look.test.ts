import { expect, it } from "vitest";
import { situationOf } from "../../../functions/employment/look.ts";
import { dayMs } from "../../../shared/durations.ts";
import type { Employee } from "../../../shared/store/employee.ts";

const saidAtMs = Date.UTC(2026, 0, 5, 12);

it("the next move counts each statement, also if the clock is behind that of the receiver", () => {
  const common = {
    caller: "hris",
    mayOffboard: true,
    atMs: saidAtMs,
    ownDay: Math.floor(saidAtMs / dayMs),
  };
  const item: Employee = {
    version: 2,
    statements: [
      { ...common, id: "a", kind: "hired", fields: [], mayUpdate: true },
      { ...common, id: "b", kind: "changed", fields: ["/title"] },
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
