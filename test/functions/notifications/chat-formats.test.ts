import { expect, test } from "vitest";
import { toSlack } from "../../../functions/notifications/chat-formats.ts";

test("a line of an operation that deletes a person says how much they have published", () => {
  const message = toSlack({
    id: "msg_1",
    type: "person.left",
    timestamp: "2026-11-22T20:00:00.000Z",
    data: {
      count: 1,
      operations: [
        {
          notice: "op-1_2_person",
          operation: "op-1",
          type: "employee.terminated",
          employee: "E-1",
          contents: 37,
          warnings: 2,
          at: "2026-11-22T20:00:00.000Z",
        },
      ],
    },
  }) as { blocks: { text: { text: string } }[] };
  expect(message.blocks[1]?.text.text).toBe(
    "employee.terminated  E-1  op-1  at least 37 contents  2 warnings",
  );
});

test("a section of Slack has whole lines and at most 3,000 characters, also with escaped ids", () => {
  const employee = "&".repeat(128);
  const message = toSlack({
    id: "msg_1",
    type: "operation.held",
    timestamp: "2026-11-22T20:00:00.000Z",
    data: {
      count: 12,
      reason: "disable-limit",
      operations: Array.from({ length: 12 }, (_, index) => ({
        notice: `op-${index}_2`,
        operation: `op-${index}`,
        type: "employee.terminated",
        employee,
        at: "2026-11-22T20:00:00.000Z",
        verbs: ["release", "reject"],
      })),
    },
  }) as { blocks: { text: { text: string } }[] };
  const text = message.blocks[1]?.text.text ?? "";
  expect(text.length).toBeLessThanOrEqual(3_000);
  const line = (index: number) =>
    `employee.terminated  ${"&amp;".repeat(128)}  op-${index}  release  reject`;
  expect(text.split("\n")).toEqual([...[0, 1, 2, 3].map(line), "and 8 more"]);
});
