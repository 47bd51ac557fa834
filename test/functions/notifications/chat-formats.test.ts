import { expect, test } from "vitest";
import { toSlack } from "../../../functions/notifications/chat-formats.ts";

test("a section of Slack has whole lines and at most 3,000 characters, also when each character of the ids is escaped", () => {
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
